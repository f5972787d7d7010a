import { describe, expect, test } from '@jest/globals'
import {
  type Administrator, type AdministratorChange, administratorName, changeAdministrator, mayApprove, mayChange, mayCreate,
  permissionsNow,
} from '../../../src/administrators/rules/administrator.js'

const OWNER_BEFORE: Administrator = {
  ...{ id: 1, name: 'ada', role: 'owner', childSafety: true, disabled: false },
  ...{ totpEnabled: true, passwordMustChange: false },
}
const VIEWER: Administrator = { ...OWNER_BEFORE, role: 'viewer', childSafety: false, totpEnabled: false }
const nothing: AdministratorChange = { newPassword: false, resetTotp: false }

describe('a change', () => {
  test.each<[string, Administrator, Partial<AdministratorChange>, Record<string, unknown>, boolean]>([
    ['of nothing', VIEWER, {}, {}, false],
    ['to what is so already', VIEWER, { role: 'viewer', disabled: false }, {}, false],
    ['to a greater role', VIEWER, { role: 'moderator' }, { role: { from: 'viewer', to: 'moderator' } }, false],
    ['to a smaller role', OWNER_BEFORE, { role: 'viewer' }, { role: { from: 'owner', to: 'viewer' } }, true],
    ['to a role that is merely other', VIEWER, { role: 'support' }, { role: { from: 'viewer', to: 'support' } }, true],
    ['that gives child safety', VIEWER, { childSafety: true }, { child_safety: { from: false, to: true } }, false],
    ['that takes child safety', OWNER_BEFORE, { childSafety: false }, { child_safety: { from: true, to: false } }, true],
    ['that disables', VIEWER, { disabled: true }, { disabled: { from: false, to: true } }, true],
    ['that enables', { ...VIEWER, disabled: true }, { disabled: false }, { disabled: { from: true, to: false } }, false],
    ['of the password', VIEWER, { newPassword: true }, { password: 'set' }, true],
    ['that resets TOTP', OWNER_BEFORE, { resetTotp: true }, { totp: 'reset' }, true],
    ['that resets TOTP where there is none', VIEWER, { resetTotp: true }, {}, false],
  ])('%s', (_what, before, change, changes, endsSessions) => {
    expect(changeAdministrator(before, { ...nothing, ...change }, 1)).toMatchObject({ changes, endsSessions })
  })

  test.each<[string, Administrator, Partial<AdministratorChange>, boolean]>([
    ['the last owner may not become less', OWNER_BEFORE, { role: 'moderator' }, true],
    ['nor be disabled', OWNER_BEFORE, { disabled: true }, true],
    ['but may lose child safety', OWNER_BEFORE, { childSafety: false }, false],
    ['a disabled owner is none', { ...OWNER_BEFORE, disabled: true }, { role: 'viewer' }, false],
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
    expect(permissionsNow({ ...OWNER_BEFORE, passwordMustChange: true }, false)).toEqual([])
  })

  test('is nothing once disabled', () => {
    expect(permissionsNow({ ...OWNER_BEFORE, disabled: true }, true)).toEqual([])
  })

  test('includes reports of child safety only by the permission of its own', () => {
    expect(permissionsNow(OWNER_BEFORE, true)).toContain('reports.grave')
    expect(permissionsNow({ ...OWNER_BEFORE, childSafety: false }, true)).not.toContain('reports.grave')
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

const HOLDER = 1
const OWNER = 2
const SUBJECT = 3
const OTHER = 4

const PLAIN: Administrator = {
  ...{ id: SUBJECT, name: 'mo', role: 'moderator', childSafety: false, disabled: false },
  ...{ totpEnabled: true, passwordMustChange: false },
}
const KEEPS: Administrator = { ...PLAIN, childSafety: true }
const OWNS: Administrator = { ...PLAIN, role: 'owner' }

function may(actor: number, before: Administrator, change: Partial<AdministratorChange>, holders: readonly number[]) {
  const after = changeAdministrator(before, { newPassword: false, resetTotp: false, ...change }, 1)
  if ('refused' in after) throw new Error(after.refused)
  const outcome = mayChange(actor, before, after, { holders })
  return typeof outcome === 'object' ? outcome.refused : outcome
}

describe('what leads to child safety', () => {
  test.each<[string, Administrator, Partial<AdministratorChange>]>([
    ['to give it', PLAIN, { childSafety: true }],
    ['to take it', KEEPS, { childSafety: false }],
    ['to change a holder’s role', KEEPS, { role: 'viewer' }],
    ['to set a holder’s password', KEEPS, { newPassword: true }],
    ['to reset a holder’s authenticator', KEEPS, { resetTotp: true }],
    ['to disable a holder', KEEPS, { disabled: true }],
    ['to enable a holder', { ...KEEPS, disabled: true }, { disabled: false }],
    ['to make an owner', PLAIN, { role: 'owner' }],
    ['to enable an owner', { ...OWNS, disabled: true }, { disabled: false }],
    ['to set an owner’s password', OWNS, { newPassword: true }],
    ['to set a disabled owner’s password', { ...OWNS, disabled: true }, { newPassword: true }],
    ['to reset an owner’s authenticator', OWNS, { resetTotp: true }],
  ])('%s: a holder does alone, an owner with a second person', (_what, before, change) => {
    expect(may(HOLDER, before, change, [HOLDER, SUBJECT])).toBe('alone')
    expect(may(OWNER, before, change, [HOLDER, SUBJECT])).toBe('with-second-person')
    expect(may(OWNER, before, change, [HOLDER])).toBe('with-second-person')
  })

  test.each<[string, Administrator, Partial<AdministratorChange>]>([
    ['another role', PLAIN, { role: 'viewer' }],
    ['a password', PLAIN, { newPassword: true }],
    ['the authenticator', PLAIN, { resetTotp: true }],
    ['being disabled', PLAIN, { disabled: true }],
    ['less than owner', OWNS, { role: 'viewer' }],
    ['a disabled owner', OWNS, { disabled: true }],
  ])('is not %s: an owner does that alone', (_what, before, change) => {
    expect(may(OWNER, before, change, [HOLDER])).toBe('alone')
  })
})

test.each<[string, number, Administrator, Partial<AdministratorChange>, number[], string]>([
  ['nobody gives it to itself', SUBJECT, OWNS, { childSafety: true }, [HOLDER], 'GIVEN_TO_ONESELF'],
  ['not even where nobody has it', SUBJECT, OWNS, { childSafety: true }, [], 'GIVEN_TO_ONESELF'],
  ['nobody gets it whose password others know', HOLDER, { ...PLAIN, passwordMustChange: true }, { childSafety: true }, [HOLDER], 'PASSWORD_NOT_OWN'],
  ['nor becomes owner', HOLDER, { ...PLAIN, passwordMustChange: true }, { role: 'owner' }, [HOLDER], 'PASSWORD_NOT_OWN'],
  ['the last holder keeps it', SUBJECT, { ...KEEPS, role: 'owner' }, { childSafety: false }, [SUBJECT], 'LAST_CHILD_SAFETY'],
  ['and is not disabled', OWNER, KEEPS, { disabled: true }, [SUBJECT], 'LAST_CHILD_SAFETY'],
  ['but takes another role', SUBJECT, KEEPS, { role: 'viewer' }, [SUBJECT], 'alone'],
  ['one of two holders may go', SUBJECT, KEEPS, { childSafety: false }, [HOLDER, SUBJECT], 'alone'],
  ['where nobody has it, two owners give it', OWNER, PLAIN, { childSafety: true }, [], 'with-second-person'],
])('%s', (_what, actor, before, change, holders, outcome) => {
  expect(may(actor, before, change, holders)).toBe(outcome)
})

test('owners and holders are created by holders', () => {
  for (const created of [{ role: 'owner', childSafety: false }, { role: 'viewer', childSafety: true }] as const) {
    expect(mayCreate(HOLDER, created, { holders: [HOLDER] })).toBe(true)
    expect(mayCreate(OWNER, created, { holders: [HOLDER] })).toBe(false)
    expect(mayCreate(OWNER, created, { holders: [] })).toBe(false)
  }
  expect(mayCreate(OWNER, { role: 'moderator', childSafety: false }, { holders: [HOLDER] })).toBe(true)
})

test('a second person is an owner or a holder, and not whom it is about', () => {
  const keepers = { owners: [OWNER], holders: [HOLDER] }
  expect([HOLDER, OWNER, OTHER].map((id) => mayApprove(id, SUBJECT, keepers))).toEqual([true, true, false])
  expect(mayApprove(HOLDER, HOLDER, keepers)).toBe(false)
})
