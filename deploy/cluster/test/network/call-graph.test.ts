import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { allowed, callGraph, type Edge, type KubeObject, type Rendered, ROOT } from '@kla/cluster'
import { SERVICE_NAMES } from '@kla/proto'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

const SERVICES: readonly string[] = SERVICE_NAMES
const GRPC_PORT = 50051

test('the picture in docs/architecture.md parses', async () => {
  const calls = callGraph(await readFile(`${ROOT}docs/architecture.md`, 'utf8'), SERVICES)
  expect(calls).toContain('game-engine -> commerce')
  expect(calls.filter((call) => call.startsWith('gateway ->'))).toHaveLength(8)
  expect(calls.filter((call) => call.endsWith('-> gateway'))).toEqual([])
})

describeWithHelm('network policies of services', () => {
  testWithHelm.each(['gateway-api', 'everything', 'dev'])(
    '%s: allow exactly the calls of the picture',
    async (name) => {
      const calls = callGraph(await readFile(`${ROOT}docs/architecture.md`, 'utf8'), SERVICES)
      const { objects, workloads } = await rendered(valueSet(name).files)
      const services = workloads.filter(
        ({ labels, object }) => object.kind === 'Deployment' && SERVICES.includes(serviceOf(labels)),
      )
      for (const side of ['Egress', 'Ingress'] as const) {
        expect(between(allowed(side, services, objects), { objects, workloads })).toEqual([...calls].sort())
      }
    },
  )

  testWithHelm('let the battle of helm test reach the gateways only, as players do', async () => {
    const { objects, workloads } = await rendered(valueSet('gateway-api').files)
    const others = allowed('Ingress', workloads, objects).filter(({ port }) => port !== GRPC_PORT)
    expect(others.map(({ from, to, port }) => `${from} -> ${to}:${port}`)).toEqual([
      'Pod/kla-smoke -> Deployment/kla-gateway:8080',
      'Pod/kla-smoke -> Deployment/kla-gateway:8081',
    ])
  })

  testWithHelm('are compared in both directions: an extra or missing arrow is found', async () => {
    const { objects, workloads } = await rendered(valueSet('gateway-api').files)
    const policy = objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'kla-commerce')
    const without = allowed(
      'Ingress',
      workloads,
      objects.filter((object) => object !== policy),
    )
    expect(without.filter(({ to }) => to === 'Deployment/kla-commerce')).toEqual([])
    const opened = {
      ...policy,
      spec: { ...(policy?.spec as object), ingress: [{ from: [{ podSelector: {} }] }] },
    } as KubeObject
    const more = allowed('Ingress', workloads, [...objects, opened])
    expect(more).toContainEqual({ from: 'Deployment/kla-rooms', to: 'Deployment/kla-commerce', port: GRPC_PORT })
  })

  testWithHelm('are absent when turned off', async () => {
    const { objects } = await rendered(valueSet('gateway-api').files, ['networkPolicies.enabled=false'])
    expect(objects.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([])
  })
})

function between(edges: readonly Edge[], { workloads }: Rendered): string[] {
  const service = (name: string) => serviceOf(workloads.find((workload) => workload.name === name)?.labels ?? {})
  return edges
    .filter(({ port }) => port === GRPC_PORT)
    .map(({ from, to }) => `${service(from)} -> ${service(to)}`)
    .sort()
}

const serviceOf = (labels: Readonly<Record<string, string>>): string => labels['app.kubernetes.io/component'] ?? ''
