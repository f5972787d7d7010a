import { expect, test } from '@jest/globals'
import { GRAVE_CATEGORIES, REPORT_CATEGORIES } from '@kla/proto/web'
import { eraseAfter } from '../../src/retention/rules.js'
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
