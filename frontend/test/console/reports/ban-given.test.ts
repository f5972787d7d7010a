import { expect, test } from '@jest/globals'
import type { ReportDetailView } from '@kla/proto/web'
import { banGiven } from '../../../src/console/reports/ban-given.js'

const report: ReportDetailView = {
  id: 12,
  created_at: '2026-11-21T12:00:00Z',
  reporter_id: 41,
  reported_id: 92,
  reporter_name: 'marlow',
  reported_name: 'ox',
  category: 'harassment',
  status: 'pending',
  reason: 'what the reporter wrote',
  notes: '',
  reviewed_at: null,
  reviewed_by: null,
  submissions: 1,
  held: false,
  context: null,
}

test('takes over whom, why, and where it comes from', () => {
  expect(banGiven(report)).toEqual({
    userId: '92',
    reason: 'Harassment',
    notes: 'Report #12',
    evidence: '{"report":12}',
  })
})

test("never tells the reporter's words or who it was", () => {
  const given = JSON.stringify(banGiven(report))
  expect(given).not.toContain(report.reason)
  expect(given).not.toContain(report.reporter_name)
  expect(given).not.toContain(String(report.reporter_id))
})

test.each(['possible_minor', 'illegal_content'] as const)('tells nothing of a report of %s but the person', (category) => {
  expect(banGiven({ ...report, id: 1_000_000_007, category })).toEqual({ userId: '92' })
})
