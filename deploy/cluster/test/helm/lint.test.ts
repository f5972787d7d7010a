import { expect } from '@jest/globals'
import { lint } from '@kla/cluster'
import { describeWithHelm, helm, sets, testWithHelm } from '../with-helm.js'

describeWithHelm('helm lint --strict', () => {
  testWithHelm.each(sets)('passes with $name', async ({ files }) => {
    expect(await lint(helm, files)).toContain('0 chart(s) failed')
  })
})
