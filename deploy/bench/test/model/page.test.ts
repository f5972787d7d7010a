import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { SCALE_PAGE_FILE } from '../../src/files.js'
import { readEstimates } from '../../src/model/assumptions.js'
import { costsOf, readMeasured } from '../../src/model/costs.js'
import { generatedPage, withGenerated } from '../../src/model/page.js'
import { madeUpCosts } from './made-up-costs.js'

describe('SCALE.md', () => {
  const page = readFileSync(SCALE_PAGE_FILE, 'utf8')

  test('matches unit-costs.json and assumptions.json (npm run simulate -- --write)', () => {
    expect(generatedPage(page, readMeasured(), readEstimates())).toBe(page)
  })

  test('changes with the costs', () => {
    const measured = { ...readMeasured(), units: madeUpCosts().units }
    expect(generatedPage(page, measured, readEstimates())).not.toBe(page)
  })
})

test('names a unit whose costs are missing', () => {
  const { round: _, ...units } = madeUpCosts().units
  expect(() => costsOf({ units })).toThrow('not measured: round')
})

test('replaces only the text between two markers', () => {
  const page = 'before\n<!-- generated: x -->\nold\n<!-- end: x -->\nafter\n'
  expect(withGenerated(page, 'x', 'new')).toBe('before\n<!-- generated: x -->\nnew\n<!-- end: x -->\nafter\n')
  expect(() => withGenerated(page, 'y', 'new')).toThrow('no place for y')
})
