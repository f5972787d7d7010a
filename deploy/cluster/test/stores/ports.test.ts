import { expect } from '@jest/globals'
import { allowed } from '@kla/cluster'
import type { NetworkPolicySpec } from '../../src/network.js'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

/** Ports that pods of this component may reach outside of Kla: of pods named `app` elsewhere, or of any address. */
async function reached(component: string, set: readonly string[] = []): Promise<readonly string[]> {
  const { objects } = await rendered(valueSet('ingress').files, set)
  const policy = objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `kla-${component}`)
  return ((policy?.spec as NetworkPolicySpec | undefined)?.egress ?? []).flatMap(({ to = [], ports = [] }) => {
    const app = to[0]?.ipBlock === undefined ? to[0]?.podSelector?.matchLabels?.['app'] : 'address'
    return app === undefined ? [] : ports.map(({ port }) => `${app}:${port}`)
  })
}

describeWithHelm('stores with several ports, and a pooler', () => {
  testWithHelm('let services reach the pooler, and Redis by its Sentinels', async () => {
    expect(await reached('rooms')).toEqual(['pgbouncer:6432', 'address:6379', 'address:26379', 'address:4222'])
  })

  testWithHelm('let migrations reach PostgreSQL itself, and their preflight the stores as services do', async () => {
    expect(await reached('migrate')).toEqual([
      'postgres:5432',
      'pgbouncer:6432',
      ...['address:6379', 'address:26379', 'address:4222'],
    ])
    expect(await reached('migrate', ['migrations.preflight=false'])).toEqual(['postgres:5432'])
  })

  testWithHelm('let chores reach what their services reach', async () => {
    expect(await reached('chores')).toEqual(['pgbouncer:6432'])
  })

  testWithHelm.each([
    [[], ['nats:4222', 'postgres:5432', 'redis:6379']],
    [['migrations.preflight=false'], ['postgres:5432']],
  ])('let migrations reach the stores of development that they need, with %j', async (set, stores) => {
    const { objects, workloads } = await rendered(valueSet('dev').files, set)
    for (const side of ['Egress', 'Ingress'] as const) {
      const reachable = allowed(side, workloads, objects).filter(({ from }) => from.startsWith('Job/kla-migrate'))
      const names = reachable.map(({ to, port }) => `${to.replace('StatefulSet/kla-', '')}:${port}`).sort()
      expect(names).toEqual(side === 'Ingress' ? stores : expect.arrayContaining([...stores]))
    }
  })
})
