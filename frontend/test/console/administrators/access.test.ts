import { expect, test } from '@jest/globals'
import { type AdministratorView, permissionsOf } from '@kla/proto/web'
import { accessBefore, accessWords, mayGiveChildSafety } from '../../../src/console/administrators/access.js'

const ida: AdministratorView = {
  id: 2,
  name: 'ida',
  role: 'moderator',
  child_safety: false,
  totp_enabled: true,
  disabled: false,
  created_at: '2026-11-21T08:00:00.000Z',
  last_seen_at: null,
}

test('only what was changed is changed back', () => {
  expect(accessBefore(ida, { role: 'owner' })).toEqual({ role: 'moderator' })
  expect(accessBefore(ida, { disabled: true, child_safety: true })).toEqual({ disabled: false, child_safety: false })
})

test('a change says whom it is about', () => {
  expect(accessWords(ida, { role: 'owner' })).toBe('ida: Moderator → Owner')
  expect(accessWords(ida, { disabled: true })).toBe('ida: disabled')
})

const ME = 1
const OTHER = 2

test.each<[string, boolean, number | undefined, boolean]>([
  ['who has it gives it to another', true, OTHER, true],
  ['who has it gives it to somebody new', true, undefined, true],
  ['who has none may ask to give it to another', false, OTHER, true],
  ['who has none gives none to somebody new', false, undefined, false],
  ['nobody gives it to themselves', false, ME, false],
])('%s', (_what, has, receiver, may) => {
  expect(mayGiveChildSafety({ id: ME, permissions: [...permissionsOf('owner', has)] }, receiver)).toBe(may)
})
