import { describe, expect, test } from '@jest/globals'
import type { ReportDetailView } from '@kla/proto/web'
import { filterFields } from '../../../src/console/reports/filters.js'
import { banGiven, byOldStatus } from '../../../src/console/reports/rules.js'

const report: ReportDetailView = {
  id: 12,
  created_at: '2026-11-21T12:00:00Z',
  reporter_id: 41,
  reported_id: 92,
  reporter_name: 'marlow',
  reported_name: 'ox',
  category: 'harassment',
  categories: ['harassment'],
  said: [],
  status: 'pending',
  reason: 'what the reporter wrote',
  notes: '',
  thread: [],
  reviewed_at: null,
  reviewed_by: null,
  submissions: 1,
  held: false,
  version: 1,
  changed_at: null,
  changed_by: null,
  context: null,
  evidence_offered: false,
}

const categoriesOffered = (mayGrave: boolean) =>
  filterFields(mayGrave)
    .find(({ name }) => name === 'category')
    ?.options?.map(({ value }) => value)

describe('banGiven', () => {
  test('prefills account, reason and source', () => {
    expect(banGiven(report)).toEqual({
      userId: '92',
      reason: 'Harassment',
      notes: 'Report #12',
      evidence: '{"report":12}',
    })
  })

  test("never contains the reporter's words or identity", () => {
    const given = JSON.stringify(banGiven(report))
    expect(given).not.toContain(report.reason)
    expect(given).not.toContain(report.reporter_name)
    expect(given).not.toContain(String(report.reporter_id))
  })

  test.each(['possible_minor', 'illegal_content'] as const)(
    'takes only the account from a report of %s',
    (category) => {
      expect(banGiven({ ...report, id: 1_000_000_007, category })).toEqual({ userId: '92' })
    },
  )
})

describe('byOldStatus', () => {
  test('groups reports by their former status and omits unchanged ones', () => {
    const reports = [
      { id: 1, status: 'pending' },
      { id: 2, status: 'dismissed' },
      { id: 3, status: 'reviewed' },
      { id: 4, status: 'pending' },
    ] as const
    expect(byOldStatus(reports, 'dismissed')).toEqual([
      { status: 'pending', ids: [1, 4] },
      { status: 'reviewed', ids: [3] },
    ])
    expect(byOldStatus([reports[1]], 'dismissed')).toEqual([])
  })
})

describe('filterFields', () => {
  test('omits grave categories without the permission', () => {
    expect(categoriesOffered(false)).not.toContain('possible_minor')
    expect(categoriesOffered(false)).not.toContain('illegal_content')
    expect(categoriesOffered(true)).toContain('possible_minor')
  })
})
