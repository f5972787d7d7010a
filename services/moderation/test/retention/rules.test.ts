import { expect, test } from '@jest/globals'
import { GRAVE_CATEGORIES, REPORT_CATEGORIES } from '@kla/proto/web'
import { DESK_BATCHES, eraseAfter, overUntil, SHIFTS_MS } from '../../src/retention/rules.js'
import { isGrave } from '../../src/shared/rules.js'

const RETENTION = { reportMs: 90, graveMs: 365, banMs: 400 }

test('eraseAfter keeps grave reports longer than others', () => {
  for (const category of REPORT_CATEGORIES) {
    const grave = GRAVE_CATEGORIES.some((one) => one === category)
    expect(isGrave(category)).toBe(grave)
    expect(eraseAfter('report', category, 1_000, RETENTION)).toBe(grave ? 1_365 : 1_090)
  }
})

test('eraseAfter has a retention for bans', () => {
  expect(eraseAfter('ban', null, 1_000, RETENTION)).toBe(1_400)
})

test('overUntil keeps jobs as long as reports, notes about accounts as long as bans, shifts and batches for 90 days', () => {
  expect(Object.fromEntries(DESK_BATCHES.map((batch) => [batch, overUntil(batch, 1_000, RETENTION)]))).toEqual({
    jobs: 910,
    'grave jobs': 635,
    'account notes': 600,
    'handover notes': 1_000 - SHIFTS_MS,
    duties: 1_000 - SHIFTS_MS,
    'hard looks': 1_000 - 86_400_000,
    'report batches': 1_000 - SHIFTS_MS,
  })
  expect(SHIFTS_MS).toBe(90 * 24 * 3_600_000)
})
