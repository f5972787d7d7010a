import { expect, test } from '@jest/globals'
import { CHART, containersOf, environmentOf, type KubeObject, readValuesTable, valuesTable } from '@kla/cluster'
import { complaintAbout, describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

test('VALUES.md has every value, as `npm run renders` writes it', async () => {
  const table = await valuesTable()
  expect(await readValuesTable()).toBe(table)
  expect(table).toContain('| `services.game-engine.autoscaling.targets.commitsPerSecond` | `200` |')
  expect(table.split('\n').filter((line) => line.endsWith('|  |'))).toEqual([])
})

interface Pod {
  readonly affinity?: object
  readonly volumes: readonly { readonly name: string }[]
}

describeWithHelm('additions of an operator', () => {
  testWithHelm('reach the pods of every service, or of one', async () => {
    const { workloads } = await rendered(valueSet('everything').files)
    const deployments = workloads.filter(({ object, name }) => object.kind === 'Deployment' && !/coturn/.test(name))
    expect(deployments).toHaveLength(9)
    for (const { template } of deployments)
      expect((template.spec as unknown as Pod).affinity).toHaveProperty('nodeAffinity')
    const withProxy = deployments.filter((one) => containersOf(one).some(({ name }) => name === 'proxy'))
    expect(withProxy.map(({ name }) => name)).toEqual(['Deployment/kla-live-rooms'])
    const [rooms] = withProxy
    const own = containersOf(rooms!).find(({ name }) => name === 'rooms')
    expect(own?.volumeMounts?.map(({ mountPath }) => mountPath)).toContain('/run/shared')
    expect((rooms!.template.spec as unknown as Pod).volumes.map(({ name }) => name)).toContain('shared')
  })

  testWithHelm('to the disk of library count besides its space for clips', async () => {
    const resources = 'services.library.resources={"limits":{"ephemeral-storage":"1.5Gi"}}'
    const { workloads } = await rendered(valueSet('gateway-api').files, [resources])
    const own = workloads.flatMap(containersOf).find(({ name }) => name === 'library')
    expect(own?.resources).toMatchObject({
      requests: { 'ephemeral-storage': '2112Mi' },
      limits: { 'ephemeral-storage': '3584Mi' },
    })
  })

  testWithHelm('may be whole objects, with templates in their texts', async () => {
    const { objects } = await rendered(valueSet('everything').files)
    const notes = objects.find(({ metadata }) => metadata.name === 'kla-live-notes')
    expect(notes).toMatchObject({ kind: 'ConfigMap', data: { release: 'kla' } })
  })

  testWithHelm("cannot take the name of one of the chart's volumes", async () => {
    const volumes = 'defaults.extraVolumes=[{"name":"identity","emptyDir":{}}]'
    expect(await complaintAbout(valueSet('gateway-api').files, [volumes])).toMatch(/extraVolumes/)
  })
})

interface ExternalSecret extends KubeObject {
  readonly spec: {
    readonly target: { readonly name: string; readonly creationPolicy: string }
    readonly data: readonly { readonly secretKey: string }[]
  }
}

describeWithHelm('helm/examples/external-secrets.yaml', () => {
  testWithHelm('makes every key that the services and the migrations need', async () => {
    const files = [...valueSet('gateway-api').files, `${CHART}/examples/external-secrets.yaml`]
    const { objects, workloads } = await rendered(files)
    const made = objects.filter(({ kind }) => kind === 'ExternalSecret') as readonly ExternalSecret[]
    expect(new Set(made.map(({ spec }) => spec.target.creationPolicy))).toEqual(new Set(['Orphan']))
    const keys = made.flatMap(({ spec }) => spec.data.map(({ secretKey }) => `${spec.target.name}/${secretKey}`))
    const needed = workloads
      .flatMap(containersOf)
      .filter(({ name }) => name !== 'battle' && name !== 'smoke')
      .flatMap(environmentOf)
      .flatMap(({ secret }) => (secret && !secret.optional ? [`${secret.name}/${secret.key}`] : []))
    const missing = [...new Set(needed)].filter((key) => !keys.includes(key) && !key.startsWith('kla-smoke/'))
    expect(missing).toEqual([])
    expect(needed.length).toBeGreaterThan(40)
  })
})
