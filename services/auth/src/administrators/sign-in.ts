import { type Call, type Handlers, KlaError } from '@kla/chassis'
import type { AdministratorIdentity, AuthServiceService, SignInAdministratorResponse } from '@kla/proto'
import { STEP_UP_MS } from '@kla/proto/web'
import { deviceName } from '../login/index.js'
import { hashOf, newSecret, type Random, type TokenSigner } from '../shared/tokens.js'
import type { AuditEntry } from './audit.js'
import type { Challenges } from './challenges.js'
import { type Lockout, rateLimited } from './lockout.js'
import type { Passwords } from './passwords.js'
import { checkedProof, type Proofs, type Proven } from './proofs.js'
import { createRefusals, REFUSED_STAGES } from './refusals.js'
import {
  administratorName,
  type CredentialPolicy,
  mustAddPasskey,
  mustSetUpTotp,
  permissionsNow,
} from './rules/administrator.js'
import { independenceOf } from './rules/independence.js'
import type { AdministratorSession, AdministratorSessionStore } from './session-store.js'
import type { AdministratorRecord, AdministratorStore } from './store.js'
import type { WebAuthn } from './webauthn.js'

export const SIGN_IN_OUTCOMES = [
  'opened',
  'locked-out',
  'unknown-name',
  'wrong-password',
  'wrong-passkey',
  ...REFUSED_STAGES,
] as const
/** Outcome of a sign-in, as a metric's label. */
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number]

export interface SignInDeps {
  readonly administrators: Pick<AdministratorStore, 'findByName' | 'credentialGrants'>
  readonly challenges: Pick<Challenges, 'put'>
  readonly webauthn: Pick<WebAuthn, 'offerUse'>
  readonly proofs: Proofs
  readonly sessions: Pick<AdministratorSessionStore, 'open' | 'refuse' | 'use' | 'remove'>
  readonly passwords: Pick<Passwords, 'verify'>
  readonly lockout: Pick<Lockout, 'signIn' | 'passkey' | 'challenge'>
  readonly signer: Pick<TokenSigner, 'principal'>
  readonly policy: CredentialPolicy
  readonly auditEntry: AuditEntry
  readonly onStored: () => void
  readonly onSignIn: (outcome: SignInOutcome) => void
  readonly random: Random
  readonly now: () => number
}

export function signInHandlers(
  deps: SignInDeps,
): Pick<
  Handlers<typeof AuthServiceService>,
  | 'signInAdministrator'
  | 'beginPasskeySignIn'
  | 'signInWithPasskey'
  | 'resolveAdministrator'
  | 'endAdministratorSession'
> {
  const {
    administrators,
    sessions,
    passwords,
    challenges,
    webauthn,
    proofs,
    lockout,
    auditEntry,
    onStored,
    onSignIn,
    random,
    now,
  } = deps

  const refuse = createRefusals(deps)

  async function open(
    found: AdministratorRecord,
    proven: Proven,
    { userAgent = '' }: { readonly userAgent?: string | undefined },
    call: Call,
  ): Promise<SignInAdministratorResponse> {
    const token = newSecret(random)
    const sessionKey = hashOf(token)
    const { method } = proven
    const nowMs = now()
    const details = { outcome: 'opened', totp: found.totpEnabled, method }
    const expiresAtMs = await sessions.open(
      {
        ...checkedProof(proven, () => auditEntry(found, found.id, call, 'recovery-use', { for: 'sign-in' })),
        sessionKey,
        method,
        browser: deviceName(userAgent),
        audit: auditEntry(found, found.id, call, 'sign-in', details),
      },
      nowMs,
    )
    if (expiresAtMs === undefined) {
      await refuse(found, call, 'overtaken')
      throw failed(call)
    }
    onSignIn('opened')
    call.log.info({ administratorId: found.id, method }, 'an administrator signed in')
    const recovered = method === 'recovery'
    const session = { sessionKey, administrator: found, verifiedAtMs: nowMs, recovered, expiresAtMs }
    return { token, identity: await identityOf(session, deps) }
  }

  return {
    async signInAdministrator(request, call) {
      const name = administratorName(request.username)
      const entry = await lockout.signIn(name ?? request.username, request.address)
      if ('waitMs' in entry) {
        onSignIn('locked-out')
        throw rateLimited(entry.waitMs)
      }
      const { found, right } = await entry.during(async () => {
        const found = name === undefined ? undefined : await administrators.findByName(name)
        return { found, right: await passwords.verify(found?.passwordHash, request.password) }
      })
      if (!found || !right) {
        onSignIn(found ? 'wrong-password' : 'unknown-name')
        throw failed(call)
      }
      if (found.disabled) {
        await refuse(found, call, 'disabled')
        throw failed(call)
      }
      const proven = await entry.during(() => proofs.code(found, request.code))
      if ('refused' in proven && proven.refused !== 'WRONG_CODE') {
        await entry.forgive()
        await refuse(found, call, proven.refused === 'TOTP_REQUIRED' ? 'code-missing' : 'passkey-missing')
        throw new KlaError(proven.refused)
      }
      if ('refused' in proven) {
        await refuse(found, call, 'wrong-code')
        throw failed(call)
      }
      const opened = await entry.during(() => open(found, proven, request, call))
      await entry.succeed()
      return opened
    },

    async beginPasskeySignIn({ address }) {
      const waitMs = await lockout.challenge(address)
      if (waitMs > 0) throw rateLimited(waitMs)
      const { challenge, options } = await webauthn.offerUse()
      return { id: await challenges.put({ challenge, purpose: { kind: 'sign-in' } }), options }
    },

    async signInWithPasskey(request, call) {
      const entry = await lockout.passkey(request.address)
      if ('waitMs' in entry) {
        onSignIn('locked-out')
        throw rateLimited(entry.waitMs)
      }
      const proven = await entry.during(() => proofs.passkey(request, ({ kind }) => kind === 'sign-in'))
      if ('refused' in proven) {
        if (proven.refused === 'copied') await refuse(proven.found, call, 'copied-passkey')
        else onSignIn('wrong-passkey')
        throw failed(call)
      }
      if (proven.found.disabled) {
        await refuse(proven.found, call, 'disabled')
        throw failed(call)
      }
      const opened = await entry.during(() => open(proven.found, proven, request, call))
      await entry.succeed()
      return opened
    },

    async resolveAdministrator({ token, passive = false }) {
      const session = await sessions.use(hashOf(token), now(), { prolongs: !passive })
      if (!session) throw new KlaError('NOT_SIGNED_IN')
      return identityOf(session, deps)
    },

    async endAdministratorSession({ token }) {
      await sessions.remove(hashOf(token))
      onStored()
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
  session: AdministratorSession,
  { administrators, signer, policy }: Pick<SignInDeps, 'administrators' | 'signer' | 'policy'>,
): Promise<AdministratorIdentity> {
  const { sessionKey, administrator, verifiedAtMs, expiresAtMs } = session
  const { id, name, role, totpEnabled, passkeys, playerId } = administrator
  const independence = independenceOf(administrator, await administrators.credentialGrants())
  const permissions = [...permissionsNow(administrator, policy, session)]
  const { token: principal } = await signer.principal(
    {
      accountId: 0,
      username: '',
      discordId: '',
      avatar: '',
      ageConfirmed: false,
      sessionKey,
      restrictions: [],
      administrator: { id, name, role, permissions, playerId, independence, verifiedAtMs },
    },
    PRINCIPAL_LIFE_MS,
  )
  return {
    id,
    name,
    role,
    permissions,
    principal,
    expiresAtMs,
    totpEnabled,
    totpSetupRequired: mustSetUpTotp(administrator, policy),
    passwordChangeRequired: administrator.passwordMustChange,
    passkeySetupRequired: mustAddPasskey(administrator, policy, session),
    passkeys,
    freshUntilMs: verifiedAtMs + STEP_UP_MS,
  }
}
