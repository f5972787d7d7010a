import { expect, test } from '@jest/globals'
import type { AuditEntryView } from '@kla/proto/web'
import { subjectLink } from '../../../src/console/audit/subject-link.js'
import { faultWords, subjectWords } from '../../../src/console/audit/words.js'

const entry = (subject_kind: string | null, subject_id: string | null): AuditEntryView => ({
  ...{ seq: 1, at: '2026-11-21T08:00:00.000Z', actor: 'noor', action: 'reports.read' },
  ...{ subject_kind, subject_id, details: null, request_id: '' },
})

test('a faulty entry is named, and what is wrong with it', () => {
  expect(faultWords({ seq: 12, what: 'missing' })).toContain('#12')
  expect(faultWords({ seq: 12, what: 'unlinked' })).toContain('unlinked')
})

test('what an entry is about', () => {
  expect(subjectWords(entry('report', '12'))).toBe('report #12')
  expect(subjectWords(entry('gif', null))).toBe('gif')
  expect(subjectWords(entry(null, null))).toBe('-')
})

test('a subject is a link only where there is a screen for it, and for who may see that', () => {
  expect(subjectLink(entry('report', '12'), () => true)).toBe('/reports?open=12')
  expect(subjectLink(entry('report', '12'), (permission) => permission !== 'reports.read')).toBeNull()
  expect(subjectLink(entry('toString', '1'), () => true)).toBeNull()
  expect(subjectLink(entry('account', null), () => true)).toBeNull()
})
