import { describe, expect, test } from '@jest/globals'
import { DELETIONS_ALONE_MAX, GRAVE_CATEGORIES, NOTES_MAX, refusedField, REPORT_STATUSES } from '@kla/proto/web'
import fc from 'fast-check'
import { decide, deletable, readChange, readReview, type Report } from '../../../src/reports/rules/decision.js'

const pending: Report = {
  id: 1,
  createdAtMs: 1,
  reporterId: 1,
  reportedId: 2,
  category: 'abuse',
  otherCategories: [],
  status: 'pending',
  reason: 'x',
  notes: '',
  submissions: 1,
  reviewedAtMs: undefined,
  reviewedBy: '',
  held: false,
  thread: [],
  version: 1,
  changedAtMs: undefined,
  changedById: 0,
  changedBy: '',
}
const anna = { id: 1, name: 'anna', nowMs: 100, noteId: 'note-1' }
const ben = { id: 2, name: 'ben', nowMs: 200, noteId: 'note-2' }
const byBen = { changedAtMs: 200, changedById: 2, changedBy: 'ben' }

test('decide names the last administrator who decided', () => {
  const { after: reviewed } = decide(pending, { status: 'reviewed' }, anna)
  expect(reviewed).toMatchObject({ status: 'reviewed', reviewedAtMs: 100, reviewedBy: 'anna' })
  expect(decide(reviewed, { status: 'dismissed' }, ben).after).toMatchObject({ reviewedAtMs: 200, reviewedBy: 'ben' })
  expect(decide(reviewed, { status: 'reviewed' }, ben).after).toMatchObject({ reviewedAtMs: 200, reviewedBy: 'ben' })
  expect(decide(reviewed, { category: 'spam' }, ben).after).toEqual({ ...reviewed, ...byBen, category: 'spam' })
  expect(decide(reviewed, { status: 'pending' }, ben).after).toMatchObject({ reviewedAtMs: undefined, reviewedBy: '' })
  expect(decide(pending, { category: 'spam' }, ben).after).toEqual({ ...pending, ...byBen, category: 'spam' })
})

test('decide adds a note for a text that differs from the last note', () => {
  const { after: noted, note } = decide(pending, { notes: 'seen' }, anna)
  expect(note).toEqual({ id: 'note-1', byId: 1, by: 'anna', atMs: 100, text: 'seen' })
  expect(noted).toMatchObject({ notes: 'seen', thread: [note] })
  expect(decide(noted, { notes: 'seen' }, ben).note).toBeUndefined()
  expect(decide(noted, { notes: '' }, ben).after).toMatchObject({ notes: 'seen', thread: [note] })
  expect(decide(noted, { notes: 'mine' }, ben).after.thread.map(({ by, text }) => `${by}: ${text}`)).toEqual([
    'anna: seen',
    'ben: mine',
  ])
})

test('decide keeps a reviewer exactly while a report is not pending, over any history', () => {
  const statuses = fc.array(fc.constantFrom(undefined, ...REPORT_STATUSES))
  fc.assert(
    fc.property(statuses, (history) => {
      let report = pending
      for (const status of history) report = decide(report, status ? { status } : {}, anna).after
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
  for (const category of ['', 'x']) expect(readChange({ category })).toEqual(refusedField('category'))
  for (const status of ['', 'open']) expect(readChange({ status })).toEqual(refusedField('status'))
  expect(readChange({ notes: 'x'.repeat(NOTES_MAX + 1) })).toEqual(refusedField('notes'))
  expect(GRAVE_CATEGORIES.map((category) => readChange({ category }))).toEqual(
    GRAVE_CATEGORIES.map((category) => ({ category })),
  )
})

test('readReview accepts three actions', () => {
  expect(readReview('review', undefined)).toEqual({ status: 'reviewed' })
  expect(readReview('action_taken', 'n')).toEqual({ status: 'action_taken', notes: 'n' })
  expect(readReview('dismiss', undefined)).toEqual({ status: 'dismissed' })
  for (const action of ['', 'dismissed', 'toString', '__proto__']) {
    expect(readReview(action, undefined)).toEqual(refusedField('action'))
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
