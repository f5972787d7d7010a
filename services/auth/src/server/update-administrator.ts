import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AdministratorFact } from '../administrators/administrator-fact.js'
import { administratorView } from '../administrators/administrator-view.js'
import { changeTerms, readAskedChange } from '../administrators/asked-change.js'
import { childSafetyRefused } from '../administrators/child-safety-refused.js'
import type { Passwords } from '../administrators/passwords.js'
import { changeAdministrator } from '../domain/administrator-change.js'
import { mayChange, type ChildSafetyRefusal } from '../domain/child-safety.js'
import { isWeakPassword } from '../domain/administrator-password.js'
import type { AdministratorChanges } from '../store/administrator-changes.js'
import type { AdministratorStore } from '../store/administrator-store.js'

export interface UpdateAdministratorParts {
  readonly administrators: Pick<AdministratorStore, 'find'>
  readonly changes: AdministratorChanges
  readonly passwords: Pick<Passwords, 'hash'>
  readonly fact: AdministratorFact
  readonly now: () => number
}

type Refusal = 'LAST_OWNER' | 'SECOND_PERSON_REQUIRED' | ChildSafetyRefusal

export const updateAdministrator =
  (parts: UpdateAdministratorParts): Handlers<typeof AuthServiceService>['updateAdministrator'] =>
  async ({ password, ...request }, call) => {
    const actor = await call.administrator('administrators.manage')
    const { id } = request
    const asked = readAskedChange(actor, { ...request, newPassword: password !== undefined })
    const found = await parts.administrators.find(id)
    if (!found) throw new KlaError('ADMINISTRATOR_NOT_FOUND')
    if (password !== undefined && isWeakPassword(password, found.name)) throw new KlaError('WEAK_PASSWORD')

    const passwordHash = password === undefined ? undefined : await parts.passwords.hash(password)
    const outcome = await parts.changes.change<Refusal>(id, async (before, { owners, holders, useApproval }) => {
      const changed = changeAdministrator(before, asked, owners.filter((owner) => owner !== id).length)
      if ('refused' in changed) return changed
      const may = mayChange(actor.id, before, changed, { holders })
      if (typeof may === 'object') return may
      const nothing = Object.keys(changed.changes).length === 0
      const approval =
        may === 'alone' || nothing
          ? undefined
          : await useApproval(changeTerms(id, asked), { id: actor.id, nowMs: parts.now() })
      if (may === 'with-second-person' && !nothing && !approval) return { refused: 'SECOND_PERSON_REQUIRED' }
      const details = { ...changed.changes, ...(approval && { approval: approval.id, approved_by: approval.approvedBy }) }
      return { ...changed, passwordHash, audit: parts.fact(actor, id, call, 'update', details) }
    })
    if (!outcome) throw new KlaError('ADMINISTRATOR_NOT_FOUND')
    if ('refused' in outcome) throw refusal(outcome.refused)
    return administratorView(outcome)
  }

const refusal = (reason: Refusal): KlaError =>
  reason === 'LAST_OWNER' || reason === 'SECOND_PERSON_REQUIRED' ? new KlaError(reason) : childSafetyRefused(reason)
