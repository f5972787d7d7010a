import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AdministratorFact } from '../administrators/administrator-fact.js'
import { administratorView } from '../administrators/administrator-view.js'
import type { Passwords } from '../administrators/passwords.js'
import { administratorName, administratorRole } from '../domain/administrator.js'
import { mayCreate } from '../domain/child-safety.js'
import { isWeakPassword } from '../domain/administrator-password.js'
import type { AdministratorStore } from '../store/administrator-store.js'

export interface CreateAdministratorParts {
  readonly administrators: Pick<AdministratorStore, 'create'>
  readonly passwords: Pick<Passwords, 'hash'>
  readonly fact: AdministratorFact
}

const WITHOUT_CHILD_SAFETY =
  'Owners, and people with child safety, are created by who has child safety. Create them with less, and change that ' +
  'together with a second person once they have signed in.'

export const createAdministrator =
  (parts: CreateAdministratorParts): Handlers<typeof AuthServiceService>['createAdministrator'] =>
  async (request, call) => {
    const actor = await call.administrator('administrators.manage')
    const name = administratorName(request.name)
    if (name === undefined) {
      throw new KlaError('INVALID_FIELD', 'A name has 2 to 40 letters, digits, dots, dashes and underscores.')
    }
    const role = administratorRole(request.role)
    if (role === undefined) throw new KlaError('INVALID_FIELD', 'There is no such role.')
    if (isWeakPassword(request.password, name)) throw new KlaError('WEAK_PASSWORD')

    const { childSafety } = request
    const passwordHash = await parts.passwords.hash(request.password)
    const created = await parts.administrators.create(
      { name, passwordHash, passwordGiven: false, role, childSafety },
      (id) => parts.fact(actor, id, call, 'create', { role, child_safety: childSafety }),
      (keepers) => mayCreate(actor.id, { role, childSafety }, keepers),
    )
    if (created === 'not-allowed') throw new KlaError('NOT_ALLOWED', WITHOUT_CHILD_SAFETY)
    if (!created) throw new KlaError('ADMINISTRATOR_EXISTS')
    return administratorView(created)
  }
