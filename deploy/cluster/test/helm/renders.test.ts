import { expect } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { render } from '@kla/cluster'
import { describeWithHelm, helm, sets, testWithHelm } from '../with-helm.js'

describeWithHelm('What the chart makes of each value set', () => {
  testWithHelm('is there for at least five', () => {
    expect(sets.length).toBeGreaterThanOrEqual(5)
  })

  // A change of the chart shows in its review: `npm run renders` writes these files.
  testWithHelm.each(sets)('$name is as it was reviewed', async (set) => {
    const [now, again, reviewed] = await Promise.all([render(helm, set), render(helm, set), readFile(set.render, 'utf8')])
    expect(now).toBe(reviewed)
    expect(again).toBe(now)
  })
})
