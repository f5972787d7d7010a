import { describe, expect, test } from '@jest/globals'
import {
  type Administrator,
  type AdministratorChange,
  administratorName,
  changeAdministrator,
  type CredentialPolicy,
  isTrusted,
  mayApprove,
  mayChange,
  mustAddPasskey,
  mustSetUpTotp,
  permissionsNow,
} from '../../../src/administrators/rules/administrator.js'

const OWNER_BEFORE: Administrator = {
  id: 1,
  name: 'ada',
  role: 'owner',
  childSafety: true,
  disabled: false,
  totpEnabled: true,
  passwordMustChange: false,
  passkeys: 1,
}
const VIEWER: Administrator = {
  ...OWNER_BEFORE,
  role: 'viewer',
  childSafety: false,
  totpEnabled: false,
  passkeys: 0,
}
const nothing: AdministratorChange = { newPassword: false, resetTotp: false, resetPasskeys: false }

describe('changeAdministrator', () => {
  test.each<[string, Administrator, Partial<AdministratorChange>, Record<string, unknown>, boolean]>([
    ['of nothing', VIEWER, {}, {}, false],
    ['to what is so already', VIEWER, { role: 'viewer', disabled: false }, {}, false],
    ['to a greater role', VIEWER, { role: 'moderator' }, { role: { from: 'viewer', to: 'moderator' } }, false],
    ['to a smaller role', OWNER_BEFORE, { role: 'viewer' }, { role: { from: 'owner', to: 'viewer' } }, true],
    ['to another role', VIEWER, { role: 'support' }, { role: { from: 'viewer', to: 'support' } }, true],
    ['that gives child safety', VIEWER, { childSafety: true }, { child_safety: { from: false, to: true } }, false],
    [
      'that takes child safety',
      OWNER_BEFORE,
      { childSafety: false },
      { child_safety: { from: true, to: false } },
      true,
    ],
    ['that disables', VIEWER, { disabled: true }, { disabled: { from: false, to: true } }, true],
    [
      'that enables',
      { ...VIEWER, disabled: true },
      { disabled: false },
      { disabled: { from: true, to: false } },
      false,
    ],
    ['of the password', VIEWER, { newPassword: true }, { password: 'set' }, true],
    ['that resets TOTP', OWNER_BEFORE, { resetTotp: true }, { totp: 'reset' }, true],
    ['that resets TOTP where there is none', VIEWER, { resetTotp: true }, {}, false],
    ['that resets passkeys', OWNER_BEFORE, { resetPasskeys: true }, { passkeys: 'reset' }, true],
    ['that resets passkeys where there are none', VIEWER, { resetPasskeys: true }, {}, false],
  ])('computes a change %s', (_what, before, change, changes, endsSessions) => {
    expect(changeAdministrator(before, { ...nothing, ...change }, 1)).toMatchObject({ changes, endsSessions })
  })

  test.each<[string, Administrator, Partial<AdministratorChange>, boolean]>([
    ['the last owner’s demotion', OWNER_BEFORE, { role: 'moderator' }, true],
    ['disabling the last owner', OWNER_BEFORE, { disabled: true }, true],
    ['the last owner’s loss of child safety', OWNER_BEFORE, { childSafety: false }, false],
    ['a disabled owner’s demotion', { ...OWNER_BEFORE, disabled: true }, { role: 'viewer' }, false],
    ['a change of another administrator', VIEWER, { disabled: true }, false],
  ])('refuses only changes that leave no owner: %s', (_what, before, change, refused) => {
    const outcome = changeAdministrator(before, { ...nothing, ...change }, 0)
    expect('refused' in outcome && outcome.refused === 'LAST_OWNER').toBe(refused)
  })
})

const LAX: CredentialPolicy = { totpRequired: false, passkeysRequired: false }
const STRICT: CredentialPolicy = { totpRequired: true, passkeysRequired: true }
const USUAL = { recovered: false }

describe('permissionsNow', () => {
  test('grants nothing before TOTP or a passkey is set up where it is required', () => {
    expect(permissionsNow(VIEWER, STRICT, USUAL)).toEqual([])
    expect(permissionsNow(VIEWER, LAX, USUAL)).toContain('reports.read')
    expect(permissionsNow({ ...VIEWER, totpEnabled: true }, STRICT, USUAL)).toContain('reports.read')
    expect(permissionsNow({ ...VIEWER, passkeys: 1 }, STRICT, USUAL)).toContain('reports.read')
  })

  test.each<[string, Administrator]>([
    ['an owner', { ...OWNER_BEFORE, childSafety: false, passkeys: 0 }],
    ['a child-safety holder', { ...VIEWER, childSafety: true, totpEnabled: true }],
  ])('grants nothing to %s without a passkey, and asks for no authenticator', (_who, administrator) => {
    expect(permissionsNow(administrator, STRICT, USUAL)).toEqual([])
    expect(permissionsNow(administrator, { ...STRICT, passkeysRequired: false }, USUAL)).not.toEqual([])
    expect(mustAddPasskey(administrator, STRICT, USUAL)).toBe(true)
    expect(mustSetUpTotp({ ...administrator, totpEnabled: false }, STRICT)).toBe(false)
  })

  test('grants nothing to a session of a recovery code where the role needs a passkey', () => {
    expect(permissionsNow(OWNER_BEFORE, STRICT, { recovered: true })).toEqual([])
    expect(permissionsNow({ ...VIEWER, passkeys: 1 }, STRICT, { recovered: true })).not.toEqual([])
  })

  test('grants nothing while another administrator knows the password', () => {
    expect(permissionsNow({ ...OWNER_BEFORE, passwordMustChange: true }, LAX, USUAL)).toEqual([])
  })

  test('grants nothing once disabled', () => {
    expect(permissionsNow({ ...OWNER_BEFORE, disabled: true }, STRICT, USUAL)).toEqual([])
  })

  test('grants child-safety reports only with child safety', () => {
    expect(permissionsNow(OWNER_BEFORE, STRICT, USUAL)).toContain('reports.grave')
    expect(permissionsNow({ ...OWNER_BEFORE, childSafety: false }, STRICT, USUAL)).not.toContain('reports.grave')
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
])('stores the name %j as %j', (given, name) => {
  expect(administratorName(given)).toBe(name)
})

const HOLDER = 1
const OWNER = 2
const SUBJECT = 3
const OTHER = 4

const PLAIN: Administrator = {
  id: SUBJECT,
  name: 'mo',
  role: 'moderator',
  childSafety: false,
  disabled: false,
  totpEnabled: true,
  passwordMustChange: false,
  passkeys: 1,
}
const KEEPS: Administrator = { ...PLAIN, childSafety: true }
const OWNS: Administrator = { ...PLAIN, role: 'owner' }
const SEES: Administrator = { ...PLAIN, role: 'viewer' }

function may(actor: number, before: Administrator, change: Partial<AdministratorChange>, holders: readonly number[]) {
  const after = changeAdministrator(
    before,
    { newPassword: false, resetTotp: false, resetPasskeys: false, ...change },
    1,
  )
  if ('refused' in after) throw new Error(after.refused)
  const outcome = mayChange(actor, before, after, { holders })
  return typeof outcome === 'object' ? outcome.refused : outcome
}

describe('mayChange', () => {
  test.each<[string, Administrator, Partial<AdministratorChange>]>([
    ['to take it', KEEPS, { childSafety: false }],
    ['to change a holder’s role', KEEPS, { role: 'viewer' }],
    ['to disable a holder', KEEPS, { disabled: true }],
  ])('lets a holder alone, and an owner with a second person, make the change: %s', (_what, before, change) => {
    expect(may(HOLDER, before, change, [HOLDER, SUBJECT])).toBe('alone')
    expect(may(OWNER, before, change, [HOLDER, SUBJECT])).toBe('with-second-person')
    expect(may(OWNER, before, change, [HOLDER])).toBe('with-second-person')
  })

  test.each<[string, Administrator, Partial<AdministratorChange>]>([
    ['child safety', PLAIN, { childSafety: true }],
    ['a holder’s password', KEEPS, { newPassword: true }],
    ['a holder’s authenticator', KEEPS, { resetTotp: true }],
    ['a holder’s passkeys', KEEPS, { resetPasskeys: true }],
    ['enabling a holder', { ...KEEPS, disabled: true }, { disabled: false }],
    ['making an owner', PLAIN, { role: 'owner' }],
    ['enabling an owner', { ...OWNS, disabled: true }, { disabled: false }],
    ['an owner’s password', OWNS, { newPassword: true }],
    ['a disabled owner’s password', { ...OWNS, disabled: true }, { newPassword: true }],
    ['an owner’s authenticator', OWNS, { resetTotp: true }],
    ['making a moderator', SEES, { role: 'moderator' }],
    ['making a moderator whose password is set at once', SEES, { role: 'moderator', newPassword: true }],
    ['enabling a moderator', { ...PLAIN, disabled: true }, { disabled: false }],
    ['a moderator’s password', PLAIN, { newPassword: true }],
    ['a disabled moderator’s password', { ...PLAIN, disabled: true }, { newPassword: true }],
    ['a moderator’s authenticator', PLAIN, { resetTotp: true }],
    ['the password of a moderator who becomes a viewer', PLAIN, { role: 'viewer', newPassword: true }],
    ['another own player account', { ...PLAIN, playerId: 42 }, { playerId: 43 }],
    ['no own player account', { ...SEES, playerId: 42 }, { playerId: 0 }],
  ])('requires a second person even of a holder: %s', (_what, before, change) => {
    expect(may(HOLDER, before, change, [HOLDER, SUBJECT])).toBe('with-second-person')
    expect(may(OWNER, before, change, [HOLDER])).toBe('with-second-person')
  })

  test.each<[string, Administrator, Partial<AdministratorChange>]>([
    ['another role', PLAIN, { role: 'viewer' }],
    ['a viewer’s password', SEES, { newPassword: true }],
    ['a viewer’s authenticator', SEES, { resetTotp: true }],
    ['a viewer’s passkeys', SEES, { resetPasskeys: true }],
    ['enabling a viewer', { ...SEES, disabled: true }, { disabled: false }],
    ['being disabled', PLAIN, { disabled: true }],
    ['less than owner', OWNS, { role: 'viewer' }],
    ['a disabled owner', OWNS, { disabled: true }],
    ['the first own player account', PLAIN, { playerId: 42 }],
    ['the same own player account', { ...PLAIN, playerId: 42 }, { playerId: 42 }],
  ])('lets an owner alone make the change: %s', (_what, before, change) => {
    expect(may(OWNER, before, change, [HOLDER])).toBe('alone')
  })
})

test.each<[string, number, Administrator, Partial<AdministratorChange>, number[], string]>([
  ['granting child safety to oneself', SUBJECT, OWNS, { childSafety: true }, [HOLDER], 'GIVEN_TO_ONESELF'],
  ['granting it to oneself without any holder', SUBJECT, OWNS, { childSafety: true }, [], 'GIVEN_TO_ONESELF'],
  [
    'granting it while others know the password',
    HOLDER,
    { ...PLAIN, passwordMustChange: true },
    { childSafety: true },
    [HOLDER],
    'PASSWORD_NOT_OWN',
  ],
  [
    'making an owner while others know the password',
    HOLDER,
    { ...PLAIN, passwordMustChange: true },
    { role: 'owner' },
    [HOLDER],
    'PASSWORD_NOT_OWN',
  ],
  [
    'taking it from the last holder',
    SUBJECT,
    { ...KEEPS, role: 'owner' },
    { childSafety: false },
    [SUBJECT],
    'LAST_CHILD_SAFETY',
  ],
  ['disabling the last holder', OWNER, KEEPS, { disabled: true }, [SUBJECT], 'LAST_CHILD_SAFETY'],
  ['another role for the last holder', SUBJECT, KEEPS, { role: 'viewer' }, [SUBJECT], 'alone'],
  ['taking it from one of two holders', SUBJECT, KEEPS, { childSafety: false }, [HOLDER, SUBJECT], 'alone'],
  ['granting it without any holder', OWNER, PLAIN, { childSafety: true }, [], 'with-second-person'],
])('decides on %s', (_what, actor, before, change, holders, outcome) => {
  expect(may(actor, before, change, holders)).toBe(outcome)
})

test.each([
  ['owner', false, true],
  ['moderator', false, true],
  ['viewer', true, true],
  ['support', false, false],
  ['viewer', false, false],
] as const)('trusts %s (child safety: %s) as a second person: %s', (role, childSafety, trusted) => {
  expect(isTrusted({ role, childSafety })).toBe(trusted)
})

test('accepts owners and holders as second persons, but never the subject', () => {
  const approvers = { owners: [OWNER], holders: [HOLDER] }
  expect([HOLDER, OWNER, OTHER].map((id) => mayApprove(id, SUBJECT, approvers))).toEqual([true, true, false])
  expect(mayApprove(HOLDER, HOLDER, approvers)).toBe(false)
})
