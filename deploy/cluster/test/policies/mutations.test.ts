import { beforeAll, expect } from '@jest/globals'
import { type KubeObject, POLICIES, workloadsOf } from '@kla/cluster'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'
import type { Draft } from './draft.js'
import { MUTATIONS } from './mutations.js'

describeWithHelm('a render broken on purpose', () => {
  let objects: readonly KubeObject[] = []
  beforeAll(async () => {
    ;({ objects } = await rendered(valueSet('gateway-api').files))
  })

  testWithHelm('covers every policy', () => {
    expect(new Set(MUTATIONS.map(({ policy }) => policy))).toEqual(new Set(Object.keys(POLICIES)))
  })

  testWithHelm.each(MUTATIONS)('$policy: reports $what', ({ policy, change, fault }) => {
    const drafts = JSON.parse(JSON.stringify(objects)) as Draft[]
    change(drafts)
    const broken = drafts as unknown as readonly KubeObject[]
    expect(POLICIES[policy]?.({ objects: broken, workloads: workloadsOf(broken) }).join('\n')).toMatch(fault)
  })
})
