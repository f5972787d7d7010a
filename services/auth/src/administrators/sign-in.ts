import { type Call, type Handlers, KlaError } from '@kla/chassis'
import type { AdministratorIdentity, AuthServiceService } from '@kla/proto'
import { hashOf, newSecret, type Random, type TokenSigner } from '../shared/tokens.js'
import type { AuditEntry } from './audit.js'
import { type Lockout, rateLimited } from './lockout.js'
import type { Passwords } from './passwords.js'
import { administratorName, mustSetUpTotp, permissionsNow } from './rules/administrator.js'
import type { TotpStep } from './rules/credentials.js'
import { independenceOf } from './rules/independence.js'
import type { AdministratorSession, AdministratorSessionStore } from './session-store.js'
import type { AdministratorRecord, AdministratorStore } from './store.js'
import type { TotpCodes } from './totp.js'

const REFUSED_STAGES = ['disabled', 'code-missing', 'wrong-code', 'overtaken'] as const
type RefusedStage = (typeof REFUSED_STAGES)[number]
export const SIGN_IN_OUTCOMES = ['opened', 'locked-out', 'unknown-name', 'wrong-password', ...REFUSED_STAGES] as const
/** Outcome of a sign-in, as a metric's label. */
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number]

export interface SignInDeps {
  readonly administrators: Pick<AdministratorStore, 'findByName' | 'credentialGrants'>
  readonly sessions: Pick<AdministratorSessionStore, 'open' | 'refuse' | 'use' | 'remove'>
  readonly passwords: Pick<Passwords, 'verify'>
  readonly totp: Pick<TotpCodes, 'check'>
  readonly lockout: Pick<Lockout, 'signIn'>
  readonly signer: Pick<TokenSigner, 'principal'>
  readonly totpRequired: boolean
  readonly auditEntry: AuditEntry
  readonly onSignIn: (outcome: SignInOutcome) => void
  readonly random: Random
  readonly now: () => number
}

export function signInHandlers(
  deps: SignInDeps,
): Pick<
  Handlers<typeof AuthServiceService>,
  'signInAdministrator' | 'resolveAdministrator' | 'endAdministratorSession'
> {
  const { administrators, sessions, passwords, totp, lockout, auditEntry, onSignIn, random, now } = deps

  function codeStep(found: AdministratorRecord, code: string): TotpStep | { readonly step?: undefined } {
    if (!found.totpSecret) return {}
    if (code.trim() === '') return { refused: 'TOTP_REQUIRED' }
    return totp.check({ administratorId: found.id, sealed: found.totpSecret }, code, found.totpLastStep)
  }

  /** Audits the refusal: the caller knew the password. */
  async function refuse(found: AdministratorRecord, call: Call, stage: RefusedStage): Promise<void> {
    await sessions.refuse(auditEntry(found, found.id, call, 'sign-in', { outcome: 'refused', stage }))
    onSignIn(stage)
  }

  return {
    async signInAdministrator(request, call) {
      const name = administratorName(request.username)
      const entry = await lockout.signIn(name ?? request.username, request.address)
      if ('waitMs' in entry) {
        onSignIn('locked-out')
        throw rateLimited(entry.waitMs)
      }
      const found = name === undefined ? undefined : await administrators.findByName(name)
      const right = await passwords.verify(found?.passwordHash, request.password)
      if (!found || !right) {
        onSignIn(found ? 'wrong-password' : 'unknown-name')
        throw failed(call)
      }
      if (found.disabled) {
        await refuse(found, call, 'disabled')
        throw failed(call)
      }
      const code = codeStep(found, request.code)
      if ('refused' in code && code.refused === 'TOTP_REQUIRED') {
        await entry.forgive()
        await refuse(found, call, 'code-missing')
        throw new KlaError('TOTP_REQUIRED')
      }
      if ('refused' in code) {
        await refuse(found, call, 'wrong-code')
        throw failed(call)
      }
      const token = newSecret(random)
      const sessionKey = hashOf(token)
      const signIn = {
        sessionKey,
        administratorId: found.id,
        revision: found.revision,
        totpStep: code.step,
        audit: auditEntry(found, found.id, call, 'sign-in', { outcome: 'opened', totp: found.totpEnabled }),
      }
      const expiresAtMs = await sessions.open(signIn, now())
      if (expiresAtMs === undefined) {
        await refuse(found, call, 'overtaken')
        throw failed(call)
      }
      await entry.succeed()
      onSignIn('opened')
      call.log.info({ administratorId: found.id }, 'an administrator signed in')
      return { token, identity: await identityOf({ sessionKey, administrator: found, expiresAtMs }, deps) }
    },

    async resolveAdministrator({ token, passive = false }) {
      const session = await sessions.use(hashOf(token), now(), { prolongs: !passive })
      if (!session) throw new KlaError('NOT_SIGNED_IN')
      return identityOf(session, deps)
    },

    async endAdministratorSession({ token }) {
      await sessions.remove(hashOf(token))
      return {}
    },
  }
}

function failed(call: Call): KlaError {
  call.log.warn('a sign-in of an administrator failed')
  return new KlaError('ADMIN_LOGIN_FAILED')
}

// Withdrawn rights last this long in a call under way.
const PRINCIPAL_LIFE_MS = 60_000

async function identityOf(
  { sessionKey, administrator, expiresAtMs }: AdministratorSession,
  { administrators, signer, totpRequired }: Pick<SignInDeps, 'administrators' | 'signer' | 'totpRequired'>,
): Promise<AdministratorIdentity> {
  const { id, name, role, totpEnabled } = administrator
  const independence = independenceOf(administrator, await administrators.credentialGrants())
  const permissions = [...permissionsNow(administrator, totpRequired)]
  const { token: principal } = await signer.principal(
    {
      accountId: 0,
      username: '',
      discordId: '',
      avatar: '',
      ageConfirmed: false,
      sessionKey,
      restrictions: [],
      administrator: { id, name, role, permissions, independence },
    },
    PRINCIPAL_LIFE_MS,
  )
  const totpSetupRequired = mustSetUpTotp(administrator, totpRequired)
  const passwordChangeRequired = administrator.passwordMustChange
  return { id, name, role, permissions, principal, expiresAtMs, totpEnabled, totpSetupRequired, passwordChangeRequired }
}
