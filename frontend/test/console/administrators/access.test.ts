import { describe, expect, test } from '@jest/globals'
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

const ME = 1
const OTHER = 2

describe('change of an administrator', () => {
  test('reverts only the changed fields', () => {
    expect(accessBefore(ida, { role: 'owner' })).toEqual({ role: 'moderator' })
    expect(accessBefore(ida, { disabled: true, child_safety: true })).toEqual({ disabled: false, child_safety: false })
  })

  test('names the administrator in the label', () => {
    expect(accessWords(ida, { role: 'owner' })).toBe('ida: Moderator → Owner')
    expect(accessWords(ida, { disabled: true })).toBe('ida: disabled')
  })
})

describe('child safety', () => {
  test.each<[string, boolean, number | undefined, boolean]>([
    ['allows an administrator who has it to give it to another', true, OTHER, true],
    ['allows an administrator who has it to give it to a new one', true, undefined, true],
    ['allows an administrator without it to ask for another', false, OTHER, true],
    ['refuses an administrator without it for a new one', false, undefined, false],
    ['refuses giving it to oneself', false, ME, false],
  ])('%s', (_what, has, receiver, may) => {
    expect(mayGiveChildSafety({ id: ME, permissions: [...permissionsOf('owner', has)] }, receiver)).toBe(may)
  })
})
