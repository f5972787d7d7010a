import { type Call, type Handlers, KlaError, type PrincipalVerifier } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AuditEntry } from './audit.js'
import type { AdministratorCredentials } from './change-store.js'
import { type Lockout, rateLimited } from './lockout.js'
import type { Passwords } from './passwords.js'
import { isWeakPassword, normalPassword } from './rules/credentials.js'
import type { AdministratorSessionStore } from './session-store.js'
import type { AdministratorRecord, AdministratorStore } from './store.js'
import type { TotpCodes } from './totp.js'

export interface OwnAccountDeps extends OwnSessionDeps {
  readonly credentials: AdministratorCredentials
  readonly passwords: Passwords
  readonly totp: TotpCodes
  readonly lockout: Pick<Lockout, 'ownPassword'>
  readonly auditEntry: AuditEntry
  readonly onStored: () => void
}

/** What finds the administrator and the open session behind a call. */
export interface OwnSessionDeps {
  readonly administrators: Pick<AdministratorStore, 'find'>
  readonly sessions: Pick<AdministratorSessionStore, 'isOpen'>
  readonly verifyPrincipal: PrincipalVerifier
  readonly now: () => number
}

export function ownAccountHandlers(
  deps: OwnAccountDeps,
): Pick<Handlers<typeof AuthServiceService>, 'beginTotp' | 'confirmTotp' | 'changeOwnPassword'> {
  const { credentials, passwords, totp, lockout, auditEntry, onStored } = deps
  return {
    async beginTotp(_request, call) {
      const { administrator } = await ownAccount(call, deps)
      refuseBeforePasswordChange(administrator)
      if (administrator.passkeys > 0) await call.administrator(undefined, { fresh: true })
      const { sealed, secret, otpauthUrl } = totp.create(administrator)
      if (!(await credentials.setPendingTotp(administrator.id, sealed))) throw new KlaError('TOTP_ALREADY_SET')
      return { secret, otpauthUrl }
    },

    async confirmTotp(request, call) {
      const { administrator, sessionKey } = await ownAccount(call, deps)
      refuseBeforePasswordChange(administrator)
      const { id, totpPending: sealed, totpLastStep } = administrator
      if (!sealed) throw new KlaError('WRONG_CODE')
      const code = totp.check({ administratorId: id, sealed }, request.code, totpLastStep)
      if ('refused' in code) throw new KlaError(code.refused)
      const audit = auditEntry(administrator, id, call, 'totp', { change: 'set' })
      const confirmed = await credentials.confirmTotp({ id, sealed, step: code.step, keptSession: sessionKey, audit })
      if (!confirmed) throw new KlaError('CONFLICT')
      onStored()
      return {}
    },

    async changeOwnPassword({ currentPassword, newPassword }, call) {
      const { administrator, sessionKey } = await ownAccount(call, deps)
      const { id, name, revision } = administrator
      // The administrator who set it would still know it.
      if (normalPassword(newPassword) === normalPassword(currentPassword)) {
        throw new KlaError('INVALID_FIELD', "Choose a password that's different from your current one.")
      }
      if (isWeakPassword(newPassword, name)) throw new KlaError('WEAK_PASSWORD')

      // An unattended console must not allow guessing either.
      const entry = await lockout.ownPassword(id)
      if ('waitMs' in entry) throw rateLimited(entry.waitMs)
      const right = await entry.during(() => passwords.verify(administrator.passwordHash, currentPassword))
      if (!right) throw new KlaError('WRONG_PASSWORD')
      await entry.succeed()

      const changed = await credentials.setPassword({
        id,
        revision,
        given: false,
        keptSession: sessionKey,
        passwordHash: await passwords.hash(newPassword),
        audit: auditEntry(administrator, id, call, 'password', { by: 'self' }),
      })
      if (!changed) throw new KlaError('CONFLICT')
      onStored()
      return {}
    },
  }
}

/** Finds the calling administrator. A principal outlives its session, so the session has to be open still. */
export async function ownAccount(
  call: Pick<Call, 'administrator' | 'principalToken'>,
  { administrators, sessions, verifyPrincipal, now }: OwnSessionDeps,
): Promise<{ administrator: AdministratorRecord; sessionKey: string }> {
  const { id } = await call.administrator()
  const { sessionKey } = await verifyPrincipal(call.principalToken ?? '')
  const [administrator, isOpen] = await Promise.all([administrators.find(id), sessions.isOpen(sessionKey, now())])
  if (!administrator || administrator.disabled || !isOpen) throw new KlaError('NOT_SIGNED_IN')
  return { administrator, sessionKey }
}

export function refuseBeforePasswordChange({ passwordMustChange }: AdministratorRecord): void {
  if (passwordMustChange) throw new KlaError('PASSWORD_CHANGE_REQUIRED')
}
