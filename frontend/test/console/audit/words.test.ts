import { describe, expect, test } from '@jest/globals'
import type { AuditEntryView } from '@kla/proto/web'
import { faultWords, subjectLink, subjectWords } from '../../../src/console/audit/words.js'

const entry = (subject_kind: string | null, subject_id: string | null): AuditEntryView => ({
  seq: 1,
  at: '2026-11-21T08:00:00.000Z',
  actor: 'noor',
  action: 'reports.read',
  subject_kind,
  subject_id,
  details: null,
  request_id: '',
})

const about = (subject_kind: string | null, subject_id: string | null) =>
  ({ subject_kind, subject_id }) as AuditEntryView
const anything = () => true

describe('words of an audit entry', () => {
  test('names the faulty entry and the fault', () => {
    expect(faultWords({ seq: 12, what: 'missing' })).toContain('#12')
    expect(faultWords({ seq: 12, what: 'unlinked' })).toContain('unlinked')
  })

  test('describes the subject of an entry', () => {
    expect(subjectWords(entry('report', '12'))).toBe('report #12')
    expect(subjectWords(entry('gif', null))).toBe('gif')
    expect(subjectWords(entry(null, null))).toBe('-')
  })
})

describe('subjectLink', () => {
  test('links a subject only with a screen and the permission to see it', () => {
    expect(subjectLink(entry('report', '12'), () => true)).toBe('/reports?open=12')
    expect(subjectLink(entry('report', '12'), (permission) => permission !== 'reports.read')).toBeNull()
    expect(subjectLink(entry('toString', '1'), () => true)).toBeNull()
    expect(subjectLink(entry('account', null), () => true)).toBeNull()
  })

  test.each([
    ['report', '12', '/reports?open=12'],
    ['job', '5', '/desk?open=5'],
    ['account', '7', '/person/7'],
    ['cup', 'a-b', '/cuptiecreator?open=a-b'],
    ['season', 'c-d', '/battlepasseditor?open=c-d'],
  ])('links a %s to its own screen', (kind, id, link) => {
    expect(subjectLink(about(kind, id), anything)).toBe(link)
    expect(subjectLink(about(kind, id), () => false)).toBeNull()
  })

  test('returns null for a subject without a screen', () => {
    expect(subjectLink(about('ticket', '1'), anything)).toBeNull()
    expect(subjectLink(about('cup', null), anything)).toBeNull()
    expect(subjectLink(about(null, null), anything)).toBeNull()
  })
})
