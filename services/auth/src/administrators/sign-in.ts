import { type Call, type Handlers, KlaError } from '@kla/chassis'
import type { AdministratorIdentity, AuthServiceService } from '@kla/proto'
import { hashOf, newSecret, type Random, type TokenSigner } from '../shared/tokens.js'
import type { AdministratorFact } from './audit.js'
import { type Lockout, tooOften } from './lockout.js'
import type { Passwords } from './passwords.js'
import { administratorName, mustSetUpTotp, permissionsNow } from './rules/administrator.js'
import type { TotpStep } from './rules/credentials.js'
import type { AdministratorSession, AdministratorSessionStore } from './session-store.js'
import type { AdministratorRecord, AdministratorStore } from './store.js'
import type { TotpCodes } from './totp.js'

/** Why the right password opened nothing; overtaken: the code was used, or the account changed, at the same moment. */
const REFUSED_STAGES = ['disabled', 'code-missing', 'wrong-code', 'overtaken'] as const
type RefusedStage = (typeof REFUSED_STAGES)[number]
/** What a sign-in came to. */
export const SIGN_IN_OUTCOMES = ['opened', 'locked-out', 'unknown-name', 'wrong-password', ...REFUSED_STAGES] as const
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number]

export interface SignInParts {
  readonly administrators: Pick<AdministratorStore, 'findByName'>
  readonly sessions: Pick<AdministratorSessionStore, 'open' | 'refuse'>
  readonly passwords: Pick<Passwords, 'verify'>
  readonly totp: Pick<TotpCodes, 'check'>
  readonly lockout: Pick<Lockout, 'signIn'>
  readonly identify: IdentifyAdministrator
  readonly fact: AdministratorFact
  readonly onSignIn: (outcome: SignInOutcome) => void
  readonly random: Random
  readonly now: () => number
}

export function signInAdministrator(parts: SignInParts): Handlers<typeof AuthServiceService>['signInAdministrator'] {
  const { administrators, sessions, passwords, totp, lockout, identify, fact, onSignIn, random, now } = parts

  /** The time step of the code that came along; nothing where none is needed. */
  function codeStep(found: AdministratorRecord, code: string): TotpStep | { readonly step?: undefined } {
    if (!found.totpSecret) return {}
    if (code.trim() === '') return { refused: 'TOTP_REQUIRED' }
    return totp.check({ administratorId: found.id, sealed: found.totpSecret }, code, found.totpLastStep)
  }

  /** Whoever gets this far knows the password: the owner should come to read of it. */
  async function refuse(found: AdministratorRecord, call: Call, stage: RefusedStage): Promise<void> {
    await sessions.refuse(fact(found, found.id, call, 'sign-in', { outcome: 'refused', stage }))
    onSignIn(stage)
  }

  return async (request, call) => {
    const name = administratorName(request.username)
    const entry = await lockout.signIn(name ?? request.username, request.address)
    if ('waitMs' in entry) {
      onSignIn('locked-out')
      throw tooOften(entry.waitMs)
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
    const opening = {
      ...{ sessionKey, administratorId: found.id, revision: found.revision, totpStep: code.step },
      audit: fact(found, found.id, call, 'sign-in', { outcome: 'opened', totp: found.totpEnabled }),
    }
    const expiresAtMs = await sessions.open(opening, now())
    if (expiresAtMs === undefined) {
      await refuse(found, call, 'overtaken')
      throw failed(call)
    }
    await entry.welcome()
    onSignIn('opened')
    call.log.info({ administratorId: found.id }, 'an administrator signed in')
    return { token, identity: await identify({ sessionKey, administrator: found, expiresAtMs }) }
  }
}

function failed(call: Call): KlaError {
  call.log.warn('a sign-in of an administrator failed')
  return new KlaError('ADMIN_LOGIN_FAILED')
}

export interface ResolveParts {
  readonly sessions: Pick<AdministratorSessionStore, 'use'>
  readonly identify: IdentifyAdministrator
  readonly now: () => number
}

export const resolveAdministrator =
  (parts: ResolveParts): Handlers<typeof AuthServiceService>['resolveAdministrator'] =>
  async (request) => {
    const session = await parts.sessions.use(hashOf(request.token), parts.now())
    if (!session) throw new KlaError('NOT_SIGNED_IN')
    return parts.identify(session)
  }

export interface EndParts {
  readonly sessions: Pick<AdministratorSessionStore, 'remove'>
}

export const endAdministratorSession =
  ({ sessions }: EndParts): Handlers<typeof AuthServiceService>['endAdministratorSession'] =>
  async (request) => {
    await sessions.remove(hashOf(request.token))
    return {}
  }

/** Who a session belongs to, with the token that proves it to other services. */
type IdentifyAdministrator = (session: AdministratorSession) => Promise<AdministratorIdentity>

// Nobody asks auth again before it is over, so this is how long rights that were taken away linger in a call under way.
const PRINCIPAL_LIFE_MS = 60_000

export const createIdentifyAdministrator =
  (parts: { signer: Pick<TokenSigner, 'principal'>; totpRequired: boolean }): IdentifyAdministrator =>
  async ({ sessionKey, administrator, expiresAtMs }) => {
    const { id, name, role, totpEnabled } = administrator
    const permissions = [...permissionsNow(administrator, parts.totpRequired)]
    const { token: principal } = await parts.signer.principal(
      {
        accountId: 0,
        username: '',
        discordId: '',
        avatar: '',
        ageConfirmed: false,
        sessionKey,
        restrictions: [],
        administrator: { id, name, role, permissions },
      },
      PRINCIPAL_LIFE_MS,
    )
    const totpSetupRequired = mustSetUpTotp(administrator, parts.totpRequired)
    const passwordChangeRequired = administrator.passwordMustChange
    return { id, name, role, permissions, principal, expiresAtMs, totpEnabled, totpSetupRequired, passwordChangeRequired }
  }
