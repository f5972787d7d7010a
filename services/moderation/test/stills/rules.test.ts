import { describe, expect, test } from '@jest/globals'
import { GRAVE_CATEGORIES, REPORT_CATEGORIES, type ReportCategory, type ReportStatus } from '@kla/proto/web'
import { changesStills, stillsExpireAt, type StillsOf } from '../../src/stills/rules.js'

const DAY_MS = 24 * 3_600_000
const CREATED_MS = Date.UTC(2027, 0, 1)
const REVIEWED_MS = Date.UTC(2027, 2, 1)

const reportOf = (category: ReportCategory, status: ReportStatus): StillsOf => ({
  category,
  status,
  createdAtMs: CREATED_MS,
  reviewedAtMs: status === 'pending' ? undefined : REVIEWED_MS,
})
const isGrave = (category: ReportCategory) => GRAVE_CATEGORIES.some((grave) => grave === category)

describe('stillsExpireAt', () => {
  test.each<[ReportStatus, ordinary: number, grave: number]>([
    ['pending', CREATED_MS + 365 * DAY_MS, CREATED_MS + 365 * DAY_MS],
    ['dismissed', REVIEWED_MS + 30 * DAY_MS, REVIEWED_MS + 365 * DAY_MS],
    ['reviewed', REVIEWED_MS + 30 * DAY_MS, REVIEWED_MS + 365 * DAY_MS],
    ['action_taken', REVIEWED_MS + 184 * DAY_MS, REVIEWED_MS + 365 * DAY_MS],
  ])('says when stills of a report that is %s are needed no more, for every category', (status, ordinary, grave) => {
    for (const category of REPORT_CATEGORIES) {
      expect([category, stillsExpireAt(reportOf(category, status))]).toEqual([
        category,
        isGrave(category) ? grave : ordinary,
      ])
    }
  })

  test('leaves six months to appeal, however long they are', () => {
    for (let month = 0; month < 12; month += 1) {
      const decided = Date.UTC(2027, month, 1)
      const expires = stillsExpireAt({ ...reportOf('abuse', 'action_taken'), reviewedAtMs: decided })
      expect(expires).toBeGreaterThanOrEqual(Date.UTC(2027, month + 6, 1))
    }
  })
})

test('changesStills ignores what changes neither category nor expiry', () => {
  const dismissed = reportOf('abuse', 'dismissed')
  expect(changesStills(dismissed, dismissed)).toBe(false)
  expect(changesStills(dismissed, { ...dismissed, status: 'reviewed' })).toBe(false)
  expect(changesStills(dismissed, { ...dismissed, status: 'action_taken' })).toBe(true)
  expect(changesStills(dismissed, { ...dismissed, category: 'spam' })).toBe(true)
  expect(changesStills(reportOf('abuse', 'pending'), dismissed)).toBe(true)
})
