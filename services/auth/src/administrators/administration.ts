import { approvals, type Database, type Logger, type PrincipalVerifier } from '@kla/chassis'
import { administratorHandlers, type AdministratorHandlers } from '../server/administrator-handlers.js'
import type { SignInOutcome } from '../server/sign-in-administrator.js'
import type { AdministratorStores } from '../store/administrator-stores.js'
import type { AuditRecorder } from '../store/audit-recorder.js'
import type { Random } from '../tokens/secrets.js'
import type { TokenSigner } from '../tokens/token-signer.js'
import { createAdministratorFact } from './administrator-fact.js'
import { ensureFirstAdministrator, type FirstAdministrator } from './first-administrator.js'
import { createIdentifyAdministrator } from './identify-administrator.js'
import { createLockout } from './lockout.js'
import { createOwnAccount } from './own-account.js'
import { createPasswords } from './passwords.js'
import { createSecretBox } from './secret-box.js'
import { createTotpCodes } from './totp.js'

export interface AdministrationOptions {
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

export interface Administration {
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
