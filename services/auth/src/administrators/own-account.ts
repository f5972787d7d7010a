import { type Call, type Handlers, KlaError, type PrincipalVerifier } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AdministratorFact } from './audit.js'
import type { AdministratorCredentials } from './change-store.js'
import { type Lockout, tooOften } from './lockout.js'
import type { Passwords } from './passwords.js'
import { isWeakPassword, normalPassword } from './rules/credentials.js'
import type { AdministratorRecord, AdministratorStore } from './store.js'
import type { TotpCodes } from './totp.js'

/**
 * The account of the administrator who makes a call, and the key of the session it is made in. Rejects as `call` does, and
 * who has yet to change the password, but where that is what the call does.
 */
type OwnAccount = (
  call: Pick<Call, 'administrator' | 'principalToken'>,
  open?: { readonly beforePasswordChange: boolean },
) => Promise<{ administrator: AdministratorRecord; sessionKey: string }>

export const createOwnAccount =
  (parts: { administrators: Pick<AdministratorStore, 'find'>; verifyPrincipal: PrincipalVerifier }): OwnAccount =>
  async (call, { beforePasswordChange } = { beforePasswordChange: false }) => {
    const { id } = await call.administrator()
    const { sessionKey } = await parts.verifyPrincipal(call.principalToken ?? '')
    const administrator = await parts.administrators.find(id)
    if (!administrator || administrator.disabled) throw new KlaError('NOT_SIGNED_IN')
    if (administrator.passwordMustChange && !beforePasswordChange) throw new KlaError('PASSWORD_CHANGE_REQUIRED')
    return { administrator, sessionKey }
  }

export interface BeginTotpParts {
  readonly ownAccount: OwnAccount
  readonly totp: Pick<TotpCodes, 'create'>
  readonly credentials: Pick<AdministratorCredentials, 'layTotp'>
}

export const beginTotp =
  ({ ownAccount, totp, credentials }: BeginTotpParts): Handlers<typeof AuthServiceService>['beginTotp'] =>
  async (_request, call) => {
    const { administrator } = await ownAccount(call)
    const { sealed, secret, otpauthUrl } = totp.create(administrator)
    if (!(await credentials.layTotp(administrator.id, sealed))) throw new KlaError('TOTP_ALREADY_SET')
    return { secret, otpauthUrl }
  }

export interface ConfirmTotpParts {
  readonly ownAccount: OwnAccount
  readonly totp: Pick<TotpCodes, 'check'>
  readonly credentials: Pick<AdministratorCredentials, 'confirmTotp'>
  readonly fact: AdministratorFact
}

export const confirmTotp =
  ({ ownAccount, totp, credentials, fact }: ConfirmTotpParts): Handlers<typeof AuthServiceService>['confirmTotp'] =>
  async (request, call) => {
    const { administrator, sessionKey } = await ownAccount(call)
    const { id, totpPending: sealed, totpLastStep } = administrator
    if (!sealed) throw new KlaError('WRONG_CODE')
    const code = totp.check({ administratorId: id, sealed }, request.code, totpLastStep)
    if ('refused' in code) throw new KlaError(code.refused)
    const audit = fact(administrator, id, call, 'totp', { change: 'set' })
    const confirmed = await credentials.confirmTotp({ id, sealed, step: code.step, keptSession: sessionKey, audit })
    if (!confirmed) throw new KlaError('CONFLICT')
    return {}
  }

export interface ChangeOwnPasswordParts {
  readonly ownAccount: OwnAccount
  readonly passwords: Passwords
  readonly lockout: Pick<Lockout, 'ownPassword'>
  readonly credentials: Pick<AdministratorCredentials, 'setPassword'>
  readonly fact: AdministratorFact
}

export const changeOwnPassword =
  (parts: ChangeOwnPasswordParts): Handlers<typeof AuthServiceService>['changeOwnPassword'] =>
  async ({ currentPassword, newPassword }, call) => {
    const { administrator, sessionKey } = await parts.ownAccount(call, { beforePasswordChange: true })
    const { id, name, revision } = administrator
    // Otherwise who set it would go on knowing it.
    if (normalPassword(newPassword) === normalPassword(currentPassword)) {
      throw new KlaError('INVALID_FIELD', 'The new password is the old one.')
    }
    if (isWeakPassword(newPassword, name)) throw new KlaError('WEAK_PASSWORD')

    // Who has only found an open console must not get to guess here either.
    const entry = await parts.lockout.ownPassword(id)
    if ('waitMs' in entry) throw tooOften(entry.waitMs)
    if (!(await parts.passwords.verify(administrator.passwordHash, currentPassword))) throw new KlaError('WRONG_PASSWORD')
    await entry.welcome()

    const changed = await parts.credentials.setPassword({
      ...{ id, revision, given: false, keptSession: sessionKey },
      passwordHash: await parts.passwords.hash(newPassword),
      audit: parts.fact(administrator, id, call, 'password', { by: 'self' }),
    })
    if (!changed) throw new KlaError('CONFLICT')
    return {}
  }
