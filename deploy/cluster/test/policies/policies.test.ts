import { expect } from '@jest/globals'
import { POLICIES } from '@kla/cluster'
import { describeWithHelm, rendered, sets, testWithHelm } from '../with-helm.js'

/** values-dev.yaml alone brings Secrets, with made-up values. */
const EXEMPT: Readonly<Record<string, readonly string[]>> = { dev: ['secrets'] }

describeWithHelm.each(sets)('The objects of $name', ({ name, files }) => {
  testWithHelm.each(Object.keys(POLICIES).filter((policy) => !EXEMPT[name]?.includes(policy)))('keep %s', async (policy) => {
    expect(POLICIES[policy]?.(await rendered(files))).toEqual([])
  })
})
