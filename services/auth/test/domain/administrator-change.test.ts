import { describe, expect, test } from '@jest/globals'
import { administratorName, permissionsNow, type Administrator } from '../../src/domain/administrator.js'
import { changeAdministrator, type AdministratorChange } from '../../src/domain/administrator-change.js'

const OWNER: Administrator = {
  ...{ id: 1, name: 'ada', role: 'owner', childSafety: true, disabled: false },
  ...{ totpEnabled: true, passwordMustChange: false },
}
const VIEWER: Administrator = { ...OWNER, role: 'viewer', childSafety: false, totpEnabled: false }
const nothing: AdministratorChange = { newPassword: false, resetTotp: false }

describe('a change', () => {
  test.each<[string, Administrator, Partial<AdministratorChange>, Record<string, unknown>, boolean]>([
    ['of nothing', VIEWER, {}, {}, false],
    ['to what is so already', VIEWER, { role: 'viewer', disabled: false }, {}, false],
    ['to a greater role', VIEWER, { role: 'moderator' }, { role: { from: 'viewer', to: 'moderator' } }, false],
    ['to a smaller role', OWNER, { role: 'viewer' }, { role: { from: 'owner', to: 'viewer' } }, true],
    ['to a role that is merely other', VIEWER, { role: 'support' }, { role: { from: 'viewer', to: 'support' } }, true],
    ['that gives child safety', VIEWER, { childSafety: true }, { child_safety: { from: false, to: true } }, false],
    ['that takes child safety', OWNER, { childSafety: false }, { child_safety: { from: true, to: false } }, true],
    ['that disables', VIEWER, { disabled: true }, { disabled: { from: false, to: true } }, true],
    ['that enables', { ...VIEWER, disabled: true }, { disabled: false }, { disabled: { from: true, to: false } }, false],
    ['of the password', VIEWER, { newPassword: true }, { password: 'set' }, true],
    ['that resets TOTP', OWNER, { resetTotp: true }, { totp: 'reset' }, true],
    ['that resets TOTP where there is none', VIEWER, { resetTotp: true }, {}, false],
  ])('%s', (_what, before, change, changes, endsSessions) => {
    expect(changeAdministrator(before, { ...nothing, ...change }, 1)).toMatchObject({ changes, endsSessions })
  })

  test.each<[string, Administrator, Partial<AdministratorChange>, boolean]>([
    ['the last owner may not become less', OWNER, { role: 'moderator' }, true],
    ['nor be disabled', OWNER, { disabled: true }, true],
    ['but may lose child safety', OWNER, { childSafety: false }, false],
    ['a disabled owner is none', { ...OWNER, disabled: true }, { role: 'viewer' }, false],
    ['others may change', VIEWER, { disabled: true }, false],
  ])('%s', (_what, before, change, refused) => {
    const outcome = changeAdministrator(before, { ...nothing, ...change }, 0)
    expect('refused' in outcome && outcome.refused === 'LAST_OWNER').toBe(refused)
  })
})

describe('what somebody may do', () => {
  test('is nothing before TOTP is set up, where it has to be', () => {
    expect(permissionsNow(VIEWER, true)).toEqual([])
    expect(permissionsNow(VIEWER, false)).toContain('reports.read')
    expect(permissionsNow({ ...VIEWER, totpEnabled: true }, true)).toContain('reports.read')
  })

  test('is nothing while somebody else knows the password', () => {
    expect(permissionsNow({ ...OWNER, passwordMustChange: true }, false)).toEqual([])
  })

  test('is nothing once disabled', () => {
    expect(permissionsNow({ ...OWNER, disabled: true }, true)).toEqual([])
  })

  test('includes reports of child safety only by the permission of its own', () => {
    expect(permissionsNow(OWNER, true)).toContain('reports.grave')
    expect(permissionsNow({ ...OWNER, childSafety: false }, true)).not.toContain('reports.grave')
  })
})

test.each([
  ['Ada', 'ada'],
  [' mo.d-1_x ', 'mo.d-1_x'],
  ['a', undefined],
  ['-ada', undefined],
  ['ada lovelace', undefined],
  ['аda', undefined],
  ['x'.repeat(41), undefined],
  ["ada';--", undefined],
  ['a\0b', undefined],
])('the name %j is stored as %j', (given, name) => {
  expect(administratorName(given)).toBe(name)
})
