import { describe, expect, test } from '@jest/globals'
import type { AdministratorView } from '@kla/proto/web'
import { approvalWords, askedVersionsOf, secondPersonForDeletion } from '../../../src/console/entities/approvals.js'

const IDA: AdministratorView = {
  id: 7,
  name: 'ida',
  role: 'moderator',
  child_safety: true,
  totp_enabled: true,
  passkeys: 0,
  disabled: false,
  player_id: null,
  created_at: '2026-11-21T08:00:00.000Z',
  last_seen_at: null,
}
const words = (action: string, params: Record<string, unknown>) => approvalWords({ action, params }, [IDA])

describe('words of an approval', () => {
  test('describes an approval in a line', () => {
    expect(words('reports.delete', { ids: [1, 2, 3] })).toBe('Delete 3 reports')
    expect(words('reports.delete', { ids: [1] })).toBe('Delete 1 report')
    expect(words('holds.release', { kind: 'report', id: 7, placed_at: 1 })).toBe('Release the hold on report #7')
    expect(words('administrators.update', { administrator: 7, role: 'viewer', password: true })).toBe(
      'ida: Viewer, new password',
    )
    expect(
      words('administrators.update', { administrator: 7, child_safety: false, disabled: true, reset_totp: true }),
    ).toBe('ida: without child safety, disabled, authenticator reset')
    expect(words('administrators.update', { administrator: 7, reset_passkeys: true })).toBe('ida: passkeys reset')
    expect(words('administrators.update', { administrator: 8, child_safety: true })).toBe(
      'Administrator 8: with child safety',
    )
  })

  test('explains why a deletion takes two people', () => {
    expect(secondPersonForDeletion(1)).toContain('at most 20 reports an hour')
    expect(secondPersonForDeletion(25)).toContain('these 25')
  })
})

test('askedVersionsOf names the versions of the reports that were found', () => {
  expect(askedVersionsOf({ params: { ids: [7, 8, 9], versions: [3, 0, 1] } })).toEqual({ 7: 3, 9: 1 })
  expect(askedVersionsOf({ params: { ids: [7] } })).toEqual({})
})
