import {
  type ApprovalNotices,
  approvals,
  type AuditRecorder,
  type Database,
  type Handlers,
  type Logger,
  newId,
  type PrincipalVerifier,
  type Redis,
} from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { Random, TokenSigner } from '../shared/tokens.js'
import { approvalHandlers, APPROVERS } from './approvals.js'
import { type AuditEntry, createAuditEntry, ENVIRONMENT } from './audit.js'
import { createChallenges } from './challenges.js'
import {
  type AdministratorCredentials,
  createAdministratorChanges,
  createAdministratorCredentials,
} from './change-store.js'
import { createLockout, createLockoutStore } from './lockout.js'
import { manageHandlers } from './manage.js'
import { ownAccountHandlers } from './own-account.js'
import { createPasskeyStore } from './passkey-store.js'
import { passkeyHandlers } from './passkeys.js'
import { createPasswords, type PasswordCost, type Passwords } from './passwords.js'
import { createProofs } from './proofs.js'
import type { CredentialPolicy } from './rules/administrator.js'
import { isWeakPassword, type SessionLife } from './rules/credentials.js'
import { haveSecondPerson } from './rules/independence.js'
import { createAdministratorSessionStore } from './session-store.js'
import { administratorSessionHandlers } from './sessions.js'
import { signInHandlers, type SignInOutcome } from './sign-in.js'
import { stepUpHandlers } from './step-up.js'
import { type AdministratorStore, createAdministratorStore } from './store.js'
import { createSecretBox, createTotpCodes } from './totp.js'
import { createWebAuthn, type RelyingParty } from './webauthn.js'

export { administratorName } from './rules/administrator.js'
export type { PasswordCost } from './passwords.js'
export { SIGN_IN_OUTCOMES } from './sign-in.js'
export { createSecretBox } from './totp.js'
export type { RelyingParty } from './webauthn.js'

export interface AdministratorsDeps {
  readonly database: Database
  readonly redis: Redis
  readonly redisPrefix: string
  readonly sessionLife: SessionLife
  readonly signer: TokenSigner
  readonly verifyPrincipal: PrincipalVerifier
  readonly policy: CredentialPolicy
  readonly relyingParty: RelyingParty
  /** Keys of 32 bytes, newest first. */
  readonly secretsKeys: readonly [Buffer, ...Buffer[]]
  readonly founders: readonly FoundingAdministrator[]
  readonly audit: AuditRecorder
  readonly notices: ApprovalNotices
  /** Called after an event was stored, to publish it at once. */
  readonly onStored: () => void
  readonly onSignIn: (outcome: SignInOutcome) => void
  /** Cost of a password's hash; OWASP's recommendation without it. */
  readonly passwordCost?: PasswordCost | undefined
  readonly random: Random
  readonly now: () => number
  readonly log: Logger
}

/** RPC handlers of administrators and their housekeeping. */
export interface Administrators {
  readonly handlers: Pick<
    Handlers<typeof AuthServiceService>,
    keyof (ReturnType<typeof signInHandlers> &
      ReturnType<typeof ownAccountHandlers> &
      ReturnType<typeof passkeyHandlers> &
      ReturnType<typeof stepUpHandlers> &
      ReturnType<typeof administratorSessionHandlers> &
      ReturnType<typeof manageHandlers> &
      ReturnType<typeof approvalHandlers>)
  >
  begin(): Promise<void>
  endSession(sessionKey: string): Promise<void>
  /** Notifies consoles of requests that ran out. */
  noticeEnded(): Promise<void>
  prune(): Promise<void>
}

export async function createAdministrators(deps: AdministratorsDeps): Promise<Administrators> {
  const { database, redis, redisPrefix, founders, now, log } = deps
  const administrators = createAdministratorStore(database)
  const changes = createAdministratorChanges(database, administrators)
  const credentials = createAdministratorCredentials(database)
  const sessions = createAdministratorSessionStore(database, deps.sessionLife)
  const lockout = createLockout({ store: createLockoutStore(redis, redisPrefix), now })
  const passwords = await createPasswords(deps.passwordCost)
  const totp = createTotpCodes({ box: createSecretBox(deps.secretsKeys), random: deps.random, now })
  const auditEntry = createAuditEntry(now)
  const passkeys = createPasskeyStore(database)
  const challenges = createChallenges({ redis, redisPrefix, now })
  const webauthn = createWebAuthn(deps.relyingParty, deps.random)
  const proofs = createProofs({ administrators, passkeys, challenges, webauthn, totp, policy: deps.policy })
  const stores = { administrators, changes, credentials, sessions, passkeys, challenges, lockout }
  const all = { ...deps, ...stores, passwords, totp, webauthn, proofs, auditEntry }
  return {
    handlers: {
      ...signInHandlers(all),
      ...ownAccountHandlers(all),
      ...passkeyHandlers(all),
      ...stepUpHandlers(all),
      ...administratorSessionHandlers(all),
      ...manageHandlers(all),
      ...approvalHandlers(all),
    },
    async begin() {
      for (const founder of founders) {
        await ensureFoundingAdministrator(founder, { administrators, credentials, passwords, auditEntry, log })
      }
      const [all, grants] = await Promise.all([administrators.list(), administrators.credentialGrants()])
      if (haveSecondPerson(all, grants, now())) return
      log.warn(
        { setting: 'SECOND_ADMIN_PASSWORD' },
        'one administrator alone cannot add moderators, open stills or delete many reports: name a second founder',
      )
    },
    noticeEnded: deps.notices.ended(async (fromMs, toMs) => {
      const ended = await approvals.endedBetween(database, fromMs, toMs)
      return ended.map((approval) => ({ approval, rights: APPROVERS }))
    }),
    async endSession(sessionKey) {
      await sessions.remove(sessionKey)
      deps.onStored()
    },
    async prune() {
      await sessions.prune(now())
      await approvals.prune(database, now())
    },
  }
}

/** Administrator that the environment names. */
export interface FoundingAdministrator {
  readonly name: string
  readonly password: string
}

interface FoundingDeps {
  readonly administrators: Pick<AdministratorStore, 'findByName' | 'createFounder'>
  readonly credentials: Pick<AdministratorCredentials, 'setPassword'>
  readonly passwords: Passwords
  readonly auditEntry: AuditEntry
  readonly log: Logger
}

/** Creates an owner whose password follows the settings until changed. */
export async function ensureFoundingAdministrator(
  { name, password }: FoundingAdministrator,
  deps: FoundingDeps,
): Promise<void> {
  const { administrators, credentials, passwords, auditEntry, log } = deps
  if (isWeakPassword(password, name)) log.warn({ name }, 'the password of a founding administrator can be guessed')
  const call = { requestId: newId() }
  const found = await administrators.findByName(name)
  if (!found) {
    const rights = { role: 'owner', childSafety: true } as const
    const created = await administrators.createFounder(
      { name, passwordHash: await passwords.hash(password), passwordGiven: true, ...rights },
      (id) => auditEntry(ENVIRONMENT, id, call, 'create', { role: rights.role, child_safety: rights.childSafety }),
    )
    if (created) log.info({ administratorId: created.id }, 'founding administrator created')
    return
  }
  if (!found.passwordGiven || (await passwords.verify(found.passwordHash, password))) return
  const passwordHash = await passwords.hash(password)
  const audit = auditEntry(ENVIRONMENT, found.id, call, 'password', { from: 'environment' })
  await credentials.setPassword({ id: found.id, revision: found.revision, passwordHash, given: true, audit })
  log.info({ administratorId: found.id }, 'password of a founding administrator set from the environment')
}
