import { expect } from '@jest/globals'
import { POLICIES } from '@kla/cluster'
import { describeWithHelm, rendered, sets, testWithHelm, valueSet } from '../with-helm.js'

/** values-dev.yaml alone brings Secrets, with made-up values. */
const EXEMPT: Readonly<Record<string, readonly string[]>> = { dev: ['secrets'] }

describeWithHelm.each(sets)('objects of $name', ({ name, files }) => {
  testWithHelm.each(Object.keys(POLICIES).filter((policy) => !EXEMPT[name]?.includes(policy)))(
    'keep %s',
    async (policy) => {
      expect(POLICIES[policy]?.(await rendered(files))).toEqual([])
    },
  )
})

describeWithHelm('coturn on nodes', () => {
  testWithHelm('alone leaves the level restricted, in a namespace of its own', async () => {
    const nodes = { 'turn-1': { relayIp: '203.0.113.8' } }
    const values = [
      `coturn=${JSON.stringify({ enabled: true, mode: 'hostNetwork', namespace: 'kla-turn', maxPort: 60000, nodes })}`,
    ]
    const it = await rendered(valueSet('gateway-api').files, values)
    const faults = POLICIES['restricted']?.(it) ?? []
    const turn = it.workloads.filter(({ labels }) => labels['app.kubernetes.io/component'] === 'coturn')
    expect(turn.map(({ object }) => object.metadata.namespace)).toEqual(['kla-turn'])
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.filter((fault) => !fault.startsWith(turn[0]?.name ?? '-'))).toEqual([])
  })
})
