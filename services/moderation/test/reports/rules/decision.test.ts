import { describe, expect, test } from '@jest/globals'
import { DELETIONS_ALONE_MAX, GRAVE_CATEGORIES, NOTES_MAX, REPORT_STATUSES } from '@kla/proto/web'
import fc from 'fast-check'
import { decide, deletable, readChange, readReview, type Report } from '../../../src/reports/rules/decision.js'

const pending: Report = {
  id: 1,
  createdAtMs: 1,
  reporterId: 1,
  reportedId: 2,
  category: 'abuse',
  status: 'pending',
  reason: 'x',
  notes: '',
  submissions: 1,
  reviewedAtMs: undefined,
  reviewedBy: '',
  held: false,
}
const anna = { name: 'anna', nowMs: 100 }
const ben = { name: 'ben', nowMs: 200 }

test('decide sets the reviewer when a report leaves "pending"', () => {
  const reviewed = decide(pending, { status: 'reviewed' }, anna)
  expect(reviewed).toMatchObject({ status: 'reviewed', reviewedAtMs: 100, reviewedBy: 'anna' })
  expect(decide(reviewed, { status: 'dismissed' }, ben)).toMatchObject({ status: 'dismissed', reviewedBy: 'anna' })
  expect(decide(reviewed, { notes: 'seen' }, ben)).toEqual({ ...reviewed, notes: 'seen' })
  expect(decide(reviewed, { status: 'pending' }, ben)).toMatchObject({ reviewedAtMs: undefined, reviewedBy: '' })
  expect(decide(pending, { category: 'spam' }, ben)).toEqual({ ...pending, category: 'spam' })
})

test('decide keeps a reviewer exactly while a report is not pending, over any history', () => {
  const statuses = fc.array(fc.constantFrom(undefined, ...REPORT_STATUSES))
  fc.assert(
    fc.property(statuses, (history) => {
      let report = pending
      for (const status of history) report = decide(report, status ? { status } : {}, anna)
      expect(report.reviewedBy === '').toBe(report.status === 'pending')
      expect(report.reviewedAtMs === undefined).toBe(report.status === 'pending')
    }),
  )
})

test('readChange rejects unknown values', () => {
  expect(readChange({ category: 'spam', status: 'dismissed', notes: ' x ' })).toEqual({
    category: 'spam',
    status: 'dismissed',
    notes: 'x',
  })
  expect(readChange({ notes: '\u200ba\0b\n\u2800' })).toEqual({ notes: 'ab' })
  expect(readChange({ notes: '' })).toEqual({ notes: '' })
  expect(readChange({})).toEqual({})
  for (const given of [{ category: '' }, { category: 'x' }, { status: '' }, { status: 'open' }]) {
    expect(readChange(given)).toEqual({ refused: 'INVALID_FIELD' })
  }
  expect(readChange({ notes: 'x'.repeat(NOTES_MAX + 1) })).toEqual({ refused: 'INVALID_FIELD' })
  expect(GRAVE_CATEGORIES.map((category) => readChange({ category }))).toEqual(
    GRAVE_CATEGORIES.map((category) => ({ category })),
  )
})

test('readReview accepts three actions', () => {
  expect(readReview('review', undefined)).toEqual({ status: 'reviewed' })
  expect(readReview('action_taken', 'n')).toEqual({ status: 'action_taken', notes: 'n' })
  expect(readReview('dismiss', undefined)).toEqual({ status: 'dismissed' })
  for (const action of ['', 'dismissed', 'toString', '__proto__']) {
    expect(readReview(action, undefined)).toEqual({ refused: 'INVALID_FIELD' })
  }
})

describe('deletable', () => {
  const grave: Report = { ...pending, id: 2, category: GRAVE_CATEGORIES[0] }
  const found = [pending, grave]

  test('allows DELETIONS_ALONE_MAX reports without approval, recent deletions included', () => {
    const alone = DELETIONS_ALONE_MAX - found.length
    expect(deletable(found, { asked: 2, alone, approval: undefined })).toEqual(found)
    expect(deletable(found, { asked: 2, alone: alone + 1, approval: undefined })).toBe('second-person-required')
    const asked = DELETIONS_ALONE_MAX + 1
    expect(deletable(found, { asked, alone: 0, approval: undefined })).toBe('second-person-required')
  })

  test('leaves out reports that the approver could not see', () => {
    const many = { asked: 1_000, alone: 1_000 }
    expect(deletable(found, { ...many, approval: { restricted: true } })).toEqual(found)
    expect(deletable(found, { ...many, approval: { restricted: false } })).toEqual([pending])
  })
})
