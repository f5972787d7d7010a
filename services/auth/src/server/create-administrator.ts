import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AdministratorFact } from '../administrators/administrator-fact.js'
import { administratorView } from '../administrators/administrator-view.js'
import { childSafetyRefused } from '../administrators/child-safety-refused.js'
import type { Passwords } from '../administrators/passwords.js'
import { administratorName, administratorRole } from '../domain/administrator.js'
import { refuseToGiveChildSafety } from '../domain/child-safety.js'
import { isWeakPassword } from '../domain/administrator-password.js'
import type { AdministratorStore } from '../store/administrator-store.js'

export interface CreateAdministratorParts {
  readonly administrators: Pick<AdministratorStore, 'create' | 'childSafetyHolders'>
  readonly passwords: Pick<Passwords, 'hash'>
  readonly fact: AdministratorFact
}

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
    const refused =
      childSafety && refuseToGiveChildSafety(actor, undefined, await parts.administrators.childSafetyHolders())
    if (refused) throw childSafetyRefused(refused.refused)
    const passwordHash = await parts.passwords.hash(request.password)
    const created = await parts.administrators.create(
      { name, passwordHash, passwordGiven: false, role, childSafety },
      (id) => parts.fact(actor, id, call, 'create', { role, child_safety: childSafety }),
    )
    if (!created) throw new KlaError('ADMINISTRATOR_EXISTS')
    return administratorView(created)
  }
