import { expect, test } from '@jest/globals'
import type { AdministratorView } from '@kla/proto/web'
import { accessBefore, accessWords } from '../../../src/console/administrators/access-change.js'

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
