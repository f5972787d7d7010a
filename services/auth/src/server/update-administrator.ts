import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AdministratorFact } from '../administrators/administrator-fact.js'
import { administratorView } from '../administrators/administrator-view.js'
import { childSafetyRefused } from '../administrators/child-safety-refused.js'
import type { Passwords } from '../administrators/passwords.js'
import { administratorRole } from '../domain/administrator.js'
import { changeAdministrator } from '../domain/administrator-change.js'
import { refuseToGiveChildSafety, type ChildSafetyRefusal } from '../domain/child-safety.js'
import { isWeakPassword } from '../domain/administrator-password.js'
import type { AdministratorChanges } from '../store/administrator-changes.js'
import type { AdministratorStore } from '../store/administrator-store.js'

export interface UpdateAdministratorParts {
  readonly administrators: Pick<AdministratorStore, 'find'>
  readonly changes: AdministratorChanges
  readonly passwords: Pick<Passwords, 'hash'>
  readonly fact: AdministratorFact
}

export const updateAdministrator =
  (parts: UpdateAdministratorParts): Handlers<typeof AuthServiceService>['updateAdministrator'] =>
  async ({ id, password, ...request }, call) => {
    const actor = await call.administrator('administrators.manage')
    const role = request.role === undefined ? undefined : administratorRole(request.role)
    if (request.role !== undefined && role === undefined) throw new KlaError('INVALID_FIELD', 'There is no such role.')
    // Otherwise whoever finds a console open could take the account over for good.
    if (id === actor.id && (password !== undefined || request.resetTotp)) {
      throw new KlaError('INVALID_FIELD', 'For your own password say the current one; your authenticator somebody else resets.')
    }
    const found = await parts.administrators.find(id)
    if (!found) throw new KlaError('ADMINISTRATOR_NOT_FOUND')
    if (password !== undefined && isWeakPassword(password, found.name)) throw new KlaError('WEAK_PASSWORD')

    const passwordHash = password === undefined ? undefined : await parts.passwords.hash(password)
    const asked = { ...request, role, newPassword: password !== undefined }
    const outcome = await parts.changes.change(id, (before, { otherOwners, holders }) => {
      const given = request.childSafety === true && !before.childSafety
      const refused = given && refuseToGiveChildSafety(actor, id, holders)
      if (refused) return refused
      const changed = changeAdministrator(before, asked, otherOwners)
      if ('refused' in changed) return changed
      return { ...changed, passwordHash, audit: parts.fact(actor, id, call, 'update', changed.changes) }
    })
    if (!outcome) throw new KlaError('ADMINISTRATOR_NOT_FOUND')
    if ('refused' in outcome) throw refusal(outcome.refused)
    return administratorView(outcome)
  }

const refusal = (reason: 'LAST_OWNER' | ChildSafetyRefusal): KlaError =>
  reason === 'LAST_OWNER' ? new KlaError(reason) : childSafetyRefused(reason)
