import { expect, test } from '@jest/globals'
import type { AuditEntryView } from '@kla/proto/web'
import { subjectLink } from '../../../src/console/audit/subject-link.js'

const about = (subject_kind: string | null, subject_id: string | null) =>
  ({ subject_kind, subject_id }) as AuditEntryView
const anything = () => true

test.each([
  ['report', '12', '/reports?open=12'],
  ['account', '7', '/membersandguilddata?q=7&open=7'],
  ['cup', 'a-b', '/cuptiecreator?open=a-b'],
  ['season', 'c-d', '/battlepasseditor?open=c-d'],
])('a %s is to be read at its own screen', (kind, id, link) => {
  expect(subjectLink(about(kind, id), anything)).toBe(link)
  expect(subjectLink(about(kind, id), () => false)).toBeNull()
})

test('what has no screen has no link', () => {
  expect(subjectLink(about('ticket', '1'), anything)).toBeNull()
  expect(subjectLink(about('cup', null), anything)).toBeNull()
  expect(subjectLink(about(null, null), anything)).toBeNull()
})
