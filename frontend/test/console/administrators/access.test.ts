import { describe, expect, test } from '@jest/globals'
import { type AdministratorView } from '@kla/proto/web'
import {
  accessBefore,
  accessWords,
  isAsLeft,
  mayGiveChildSafety,
  takesAccess,
} from '../../../src/console/administrators/access.js'

const ida: AdministratorView = {
  id: 2,
  name: 'ida',
  role: 'moderator',
  child_safety: false,
  totp_enabled: true,
  passkeys: 0,
  disabled: false,
  player_id: null,
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
    expect(accessWords(ida, { player_id: 42 })).toBe('ida: own player account 42')
    expect(accessBefore(ida, { player_id: 42 })).toEqual({ player_id: null })
  })
})

describe('access', () => {
  test.each<[string, Partial<AdministratorView>, Parameters<typeof takesAccess>[1], boolean]>([
    ['is lost with a lesser role', {}, { role: 'viewer' }, true],
    ['is lost with child safety', { child_safety: true }, { child_safety: false }, true],
    ['is lost when disabled', {}, { disabled: true }, true],
    ['is gained with a greater role', {}, { role: 'owner' }, false],
    ['is gained when enabled', { disabled: true }, { disabled: false }, false],
  ])('%s', (_what, before, change, taken) => {
    expect(takesAccess({ ...ida, ...before }, change)).toBe(taken)
  })

  test('is undone only while it is as it was left', () => {
    expect(isAsLeft({ ...ida, role: 'viewer' }, { role: 'viewer' })).toBe(true)
    expect(isAsLeft({ ...ida, role: 'support' }, { role: 'viewer' })).toBe(false)
    expect(isAsLeft(undefined, { role: 'viewer' })).toBe(false)
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
