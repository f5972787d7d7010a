import { expect, test } from '@jest/globals'
import { permissionsOf, type AdministratorView } from '@kla/proto/web'
import { mayGiveChildSafety } from '../../../src/console/administrators/may-give-child-safety.js'

const somebody = (id: number, rights: Partial<AdministratorView>): AdministratorView => ({
  ...{ id, name: `person-${id}`, role: 'owner', child_safety: false, totp_enabled: true, disabled: false },
  ...{ created_at: '2026-11-21T08:00:00.000Z', last_seen_at: null },
  ...rights,
})
const ME = 1
const OTHER = 2

test.each<[string, boolean, number | undefined, AdministratorView[], boolean]>([
  ['who has it gives it to another', true, OTHER, [somebody(ME, { child_safety: true })], true],
  ['who has it gives it to somebody new', true, undefined, [somebody(ME, { child_safety: true })], true],
  ['who has none gives none', false, OTHER, [somebody(3, { child_safety: true })], false],
  ['if only a disabled person has it, somebody else may', false, OTHER, [somebody(3, { child_safety: true, disabled: true })], true],
  ['nobody gives it to themselves', false, ME, [somebody(ME, {})], false],
])('%s', (_what, has, receiver, everybody, may) => {
  const me = { id: ME, permissions: [...permissionsOf('owner', has)] }
  expect(mayGiveChildSafety(me, receiver, everybody)).toBe(may)
})
