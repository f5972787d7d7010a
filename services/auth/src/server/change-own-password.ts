import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AdministratorFact } from '../administrators/administrator-fact.js'
import type { Lockout } from '../administrators/lockout.js'
import type { OwnAccount } from '../administrators/own-account.js'
import type { Passwords } from '../administrators/passwords.js'
import { tooOften } from '../administrators/wait.js'
import { isWeakPassword, normalPassword } from '../domain/administrator-password.js'
import type { AdministratorCredentials } from '../store/administrator-credentials.js'

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
