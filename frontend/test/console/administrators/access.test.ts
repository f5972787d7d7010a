import { describe, expect, test } from '@jest/globals'
import { type AdministratorView } from '@kla/proto/web'
import { accessBefore, accessWords, mayGiveChildSafety } from '../../../src/console/administrators/access.js'

const ida: AdministratorView = {
  id: 2,
  name: 'ida',
  role: 'moderator',
  child_safety: false,
  totp_enabled: true,
  passkeys: 0,
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
  test.each<[string, number | undefined, boolean]>([
    ['may be asked for another administrator', OTHER, true],
    ['may be asked for a new administrator', undefined, true],
    ['may not be given to oneself', ME, false],
  ])('%s', (_what, receiver, may) => {
    expect(mayGiveChildSafety({ id: ME }, receiver)).toBe(may)
  })
})
