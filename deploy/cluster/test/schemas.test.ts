import { beforeAll, expect } from '@jest/globals'
import { createValidate, type KubeObject, type Validate } from '@kla/cluster'
import { describeWithSchemas, modules, rendered, sets, testWithHelm, valueSet } from './with-helm.js'

describeWithSchemas('schemas of Kubernetes and of custom resources', () => {
  let validate: Validate
  beforeAll(async () => {
    validate = await createValidate(modules)
  })

  testWithHelm.each(sets)('accept all objects of $name', async ({ files }) => {
    const { objects } = await rendered(files)
    expect(objects.filter(({ apiVersion }) => !isForeign(apiVersion)).flatMap(validate)).toEqual([])
  })

  testWithHelm('accept coturn on nodes, which needs a namespace that no set has', async () => {
    const nodes = { 'turn-1': { relayIp: '203.0.113.8' }, 'turn-2': { relayIp: '203.0.113.9' } }
    const coturn = { enabled: true, mode: 'hostNetwork', namespace: 'kla-turn', maxPort: 60000, replicas: 2, nodes }
    const { objects } = await rendered(valueSet('gateway-api').files, [`coturn=${JSON.stringify(coturn)}`])
    expect(objects.filter(({ metadata }) => metadata.namespace === 'kla-turn').flatMap(validate)).toEqual([])
  })

  testWithHelm.each([
    ['a misspelt field', 'Deployment', { spec: { replcas: 3 } }, /additional properties \(replcas\)/],
    ['a text for a number', 'Deployment', { spec: { minReadySeconds: 'five' } }, /minReadySeconds: must be integer/],
    [
      'a missing field',
      'HorizontalPodAutoscaler',
      { spec: { maxReplicas: undefined } },
      /required property 'maxReplicas'/,
    ],
    ['a custom resource', 'HTTPRoute', { spec: { hostname: 'a.example.com' } }, /additional properties \(hostname\)/],
    [
      'an unknown version',
      'NetworkPolicy',
      { apiVersion: 'networking.k8s.io/v3' },
      /no networking.k8s.io\/v3\/NetworkPolicy/,
    ],
  ])('reports %s', async (_, kind, change, expected) => {
    const { objects } = await rendered(valueSet('gateway-api').files)
    const object = objects.find((candidate) => candidate.kind === kind)
    const broken = {
      ...object,
      ...change,
      spec: { ...(object?.spec as object), ...(change as { spec?: object }).spec },
    }
    expect(validate(broken as unknown as KubeObject).join()).toMatch(expected)
  })
})

/** Envoy Gateway's own kind: its schema is in no small module. */
const isForeign = (apiVersion: string): boolean => apiVersion.startsWith('gateway.envoyproxy.io/')
