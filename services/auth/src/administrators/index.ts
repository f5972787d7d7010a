import { approvals, type Database, type Handlers, type Logger, newId, type PrincipalVerifier, type Redis } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AuditRecorder } from '../shared/audit.js'
import type { Random, TokenSigner } from '../shared/tokens.js'
import { administratorApprovals, type ApprovalParts } from './approvals.js'
import { type AdministratorFact, createAdministratorFact, ENVIRONMENT } from './audit.js'
import {
  type AdministratorChanges, type AdministratorCredentials, createAdministratorChanges, createAdministratorCredentials,
} from './change-store.js'
import { type AdministratorTries, createAdministratorTries, createLockout } from './lockout.js'
import {
  createAdministrator, type CreateAdministratorParts, listAdministrators, type ListAdministratorsParts,
  type UpdateAdministratorParts, updateAdministrator,
} from './manage.js'
import {
  beginTotp, type BeginTotpParts, changeOwnPassword, type ChangeOwnPasswordParts, confirmTotp, type ConfirmTotpParts,
  createOwnAccount,
} from './own-account.js'
import { createPasswords, type Passwords } from './passwords.js'
import { isWeakPassword, type SessionLife } from './rules/credentials.js'
import { type AdministratorSessionStore, createAdministratorSessionStore } from './session-store.js'
import {
  createIdentifyAdministrator, endAdministratorSession, type EndParts, resolveAdministrator, type ResolveParts,
  signInAdministrator, type SignInOutcome, type SignInParts,
} from './sign-in.js'
import { type AdministratorStore, createAdministratorStore } from './store.js'
import { createSecretBox, createTotpCodes } from './totp.js'

type AdministratorHandlers = Pick<
  Handlers<typeof AuthServiceService>,
  | 'signInAdministrator'
  | 'resolveAdministrator'
  | 'endAdministratorSession'
  | 'beginTotp'
  | 'confirmTotp'
  | 'changeOwnPassword'
  | 'listAdministrators'
  | 'createAdministrator'
  | 'updateAdministrator'
  | 'askForAdministratorChange'
  | 'listAdministratorApprovals'
  | 'approveAdministratorChange'
>

type AdministratorParts = SignInParts &
  ResolveParts &
  EndParts &
  BeginTotpParts &
  ConfirmTotpParts &
  ChangeOwnPasswordParts &
  ListAdministratorsParts &
  CreateAdministratorParts &
  UpdateAdministratorParts &
  ApprovalParts

/** Everything about administrators' own accounts. */
const administratorHandlers = (parts: AdministratorParts): AdministratorHandlers => ({
  signInAdministrator: signInAdministrator(parts),
  resolveAdministrator: resolveAdministrator(parts),
  endAdministratorSession: endAdministratorSession(parts),
  beginTotp: beginTotp(parts),
  confirmTotp: confirmTotp(parts),
  changeOwnPassword: changeOwnPassword(parts),
  listAdministrators: listAdministrators(parts),
  createAdministrator: createAdministrator(parts),
  updateAdministrator: updateAdministrator(parts),
  ...administratorApprovals(parts),
})

/** As the environment gives it. */
interface FirstAdministrator {
  readonly name: string
  readonly password: string
}

interface Parts {
  readonly administrators: Pick<AdministratorStore, 'findByName' | 'create'>
  readonly credentials: Pick<AdministratorCredentials, 'setPassword'>
  readonly passwords: Passwords
  readonly fact: AdministratorFact
  readonly log: Logger
}

/**
 * Sees to it that somebody can come in: creates an owner with child safety if nobody has this name. As long as that person
 * has not set another password, it follows the environment; anybody else of this name is left alone.
 */
export async function ensureFirstAdministrator({ name, password }: FirstAdministrator, parts: Parts): Promise<void> {
  const { administrators, credentials, passwords, fact, log } = parts
  if (isWeakPassword(password, name)) log.warn('the password of the first administrator is one that can be guessed')
  const about = { requestId: newId() }
  const found = await administrators.findByName(name)
  if (!found) {
    const rights = { role: 'owner', childSafety: true } as const
    const created = await administrators.create(
      { name, passwordHash: await passwords.hash(password), passwordGiven: true, ...rights },
      (id) => fact(ENVIRONMENT, id, about, 'create', { role: rights.role, child_safety: rights.childSafety }),
    )
    if (created) log.info({ administratorId: created.id }, 'the first administrator was created')
    return
  }
  if (!found.passwordGiven || (await passwords.verify(found.passwordHash, password))) return
  const passwordHash = await passwords.hash(password)
  const audit = fact(ENVIRONMENT, found.id, about, 'password', { from: 'environment' })
  await credentials.setPassword({ id: found.id, revision: found.revision, passwordHash, given: true, audit })
  log.info({ administratorId: found.id }, "the first administrator's password was set from the environment")
}

interface AdministrationOptions {
  readonly stores: AdministratorStores
  readonly database: Database
  readonly signer: TokenSigner
  readonly verifyPrincipal: PrincipalVerifier
  readonly totpRequired: boolean
  /** Of 32 bytes each, the newest first. */
  readonly secretsKeys: readonly [Buffer, ...Buffer[]]
  /** Absent: nobody is created. */
  readonly first: FirstAdministrator | undefined
  readonly audit: AuditRecorder
  /** Told what each sign-in came to. */
  readonly onSignIn: (outcome: SignInOutcome) => void
  readonly random: Random
  readonly now: () => number
  readonly log: Logger
}

interface Administration {
  readonly handlers: AdministratorHandlers
  /** To be awaited before anybody may sign in. */
  begin(): Promise<void>
  /** Removes sessions that are over, and approvals that have been for a month. */
  prune(): Promise<void>
}

/** Administrators: their accounts, their sessions and how they prove who they are. */
export async function createAdministration(options: AdministrationOptions): Promise<Administration> {
  const { stores, signer, totpRequired, first, audit, onSignIn, random, now, log } = options
  const { administrators, changes, credentials, sessions, tries } = stores
  const passwords = await createPasswords()
  const totp = createTotpCodes({ box: createSecretBox(options.secretsKeys), random, now })
  const lockout = createLockout({ tries, now })
  const identify = createIdentifyAdministrator({ signer, totpRequired })
  const fact = createAdministratorFact(now)
  return {
    handlers: administratorHandlers({
      ...{ administrators, changes, credentials, sessions, passwords, totp, lockout, identify, fact, audit, onSignIn },
      ...{ database: options.database, random, now },
      ownAccount: createOwnAccount({ administrators, verifyPrincipal: options.verifyPrincipal }),
    }),
    begin: async () => {
      if (first) await ensureFirstAdministrator(first, { administrators, credentials, passwords, fact, log })
    },
    prune: async () => {
      await sessions.prune(now())
      await approvals.prune(options.database, now())
    },
  }
}

/** All that is kept about administrators. */
interface AdministratorStores {
  readonly administrators: AdministratorStore
  readonly changes: AdministratorChanges
  readonly credentials: AdministratorCredentials
  readonly sessions: AdministratorSessionStore
  readonly tries: AdministratorTries
}

export const createAdministratorStores = (options: {
  database: Database
  redis: Redis
  redisPrefix: string
  life: SessionLife
}): AdministratorStores => ({
  administrators: createAdministratorStore(options.database),
  changes: createAdministratorChanges(options.database),
  credentials: createAdministratorCredentials(options.database),
  sessions: createAdministratorSessionStore(options.database, options.life),
  tries: createAdministratorTries(options.redis, options.redisPrefix),
})
