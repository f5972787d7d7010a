import { newId, type Logger } from '@kla/chassis'
import { isWeakPassword } from '../domain/administrator-password.js'
import type { AdministratorCredentials } from '../store/administrator-credentials.js'
import type { AdministratorStore } from '../store/administrator-store.js'
import { ENVIRONMENT, type AdministratorFact } from './administrator-fact.js'
import type { Passwords } from './passwords.js'

/** As the environment gives it. */
export interface FirstAdministrator {
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
