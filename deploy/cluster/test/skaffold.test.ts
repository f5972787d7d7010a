import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { expect, test } from '@jest/globals'
import { ROOT } from '@kla/cluster'
import { parse } from 'yaml'

interface Skaffold {
  readonly build: {
    readonly artifacts: readonly {
      readonly image: string
      readonly docker: { readonly dockerfile: string; readonly buildArgs?: Readonly<Record<string, string>> }
    }[]
  }
  readonly deploy: {
    readonly helm: { readonly releases: readonly [{ readonly setValueTemplates: Readonly<Record<string, string>> }] }
  }
}

type Images = Readonly<Record<string, { readonly dockerfile: string; readonly args: Readonly<Record<string, string>> }>>

const read = (path: string): Promise<string> => readFile(`${ROOT}${path}`, 'utf8')
const skaffold = async (): Promise<Skaffold> => parse(await read('skaffold.yaml')) as Skaffold
const images = async (): Promise<Images> => JSON.parse(await read('deploy/docker/images.json')) as Images
const services = async (): Promise<string[]> => Object.keys(parse(await read('helm/files/services.yaml')) as object)

test('every service of the chart has an image, and so have tools and web', async () => {
  expect(Object.keys(await images()).sort()).toEqual([...(await services()), 'tools', 'web'].sort())
})

test('skaffold builds the images of build.mjs, the same way', async () => {
  const artifacts = (await skaffold()).build.artifacts.map(({ image, docker }) => [
    image,
    { dockerfile: docker.dockerfile, args: docker.buildArgs ?? {} },
  ])
  const wanted = Object.entries(await images()).map(([name, { dockerfile, args }]) => [
    `kla/${name}`,
    { dockerfile: `deploy/docker/${dockerfile}.Dockerfile`, args },
  ])
  expect(Object.fromEntries(artifacts)).toEqual(Object.fromEntries(wanted))
})

test('skaffold gives every image to the chart', async () => {
  const reference = (name: string): string => `{{.IMAGE_FULLY_QUALIFIED_kla_${name.replaceAll('-', '_')}}}`
  expect((await skaffold()).deploy.helm.releases[0].setValueTemplates).toEqual({
    ...Object.fromEntries((await services()).map((name) => [`services.${name}.image`, reference(name)])),
    'images.tools': reference('tools'),
    'images.web': reference('web'),
  })
})

test('manifests of all built workspaces are copied before npm ci', async () => {
  const dockerfile = await read('deploy/docker/services.Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(([, workspace]) => workspace)
  const needed = Object.values(await images())
    .filter(({ dockerfile: name }) => name === 'services')
    .flatMap(({ args }) => foldersOf(args))
  expect(copied).toEqual(expect.arrayContaining(needed))
})

test('every image has the folders that its workspace is compiled from', async () => {
  for (const { dockerfile, args } of Object.values(await images())) {
    if (dockerfile !== 'services') continue
    expect(foldersOf(args)).toEqual(expect.arrayContaining([...(await referencesOf(args['WORKSPACE'] ?? ''))]))
  }
})

/** What the build stage copies. */
const foldersOf = (args: Readonly<Record<string, string>>): string[] => [
  ...['proto', 'services/chassis'],
  ...Object.entries(args).flatMap(([name, value]) => (/^(WORKSPACE|EXTRA_\d)$/.test(name) ? [value] : [])),
]

async function referencesOf(workspace: string, found = new Set<string>()): Promise<ReadonlySet<string>> {
  if (found.has(workspace)) return found
  found.add(workspace)
  const { references = [] } = JSON.parse(await read(`${workspace}/tsconfig.json`)) as {
    references?: { path: string }[]
  }
  for (const { path } of references) await referencesOf(posix.join(workspace, path), found)
  return found
}
