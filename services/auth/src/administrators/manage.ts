import { type ApprovalTerms, type Handlers, KlaError } from '@kla/chassis'
import type { Administrator as AdministratorView, AuthServiceService } from '@kla/proto'
import type { AuditRecorder } from '../shared/audit.js'
import type { AdministratorFact } from './audit.js'
import type { AdministratorChanges } from './change-store.js'
import type { Passwords } from './passwords.js'
import {
  type AdministratorChange, administratorName, administratorRole, changeAdministrator, type ChildSafetyRefusal, mayChange,
  mayCreate,
} from './rules/administrator.js'
import { isWeakPassword } from './rules/credentials.js'
import type { AdministratorRecord, AdministratorStore } from './store.js'

/** What other administrators are shown of one. */
const administratorView = (record: AdministratorRecord): AdministratorView => ({
  id: record.id,
  name: record.name,
  role: record.role,
  childSafety: record.childSafety,
  totpEnabled: record.totpEnabled,
  disabled: record.disabled,
  createdAtMs: record.createdAtMs,
  lastSeenAtMs: record.lastSeenAtMs,
})

export interface ListAdministratorsParts {
  readonly administrators: Pick<AdministratorStore, 'list'>
  readonly audit: AuditRecorder
}

export const listAdministrators =
  ({ administrators, audit }: ListAdministratorsParts): Handlers<typeof AuthServiceService>['listAdministrators'] =>
  async (_request, call) => {
    const actor = await call.administrator('administrators.manage')
    const everybody = (await administrators.list()).map(administratorView)
    const administrator_ids = everybody.map(({ id }) => id)
    await audit.record(actor, call, { action: 'administrators.list', details: { administrator_ids } })
    return { administrators: everybody }
  }

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

/** A change as it comes: to make now, or to ask a second person for. */
interface Asked extends Omit<AdministratorChange, 'role'> {
  readonly id: number
  readonly role?: string | undefined
}

/** What is asked for, if it means something and nobody does it to itself. */
export function readAskedChange(actor: { readonly id: number }, { id, role: given, ...asked }: Asked): AdministratorChange {
  const role = given === undefined ? undefined : administratorRole(given)
  if (given !== undefined && role === undefined) throw new KlaError('INVALID_FIELD', 'There is no such role.')
  // Otherwise whoever finds a console open could take the account over for good.
  if (id === actor.id && (asked.newPassword || asked.resetTotp)) {
    throw new KlaError('INVALID_FIELD', 'For your own password say the current one; your authenticator somebody else resets.')
  }
  return { ...asked, role }
}

/** What an approval of a change is good for. Which password is set belongs to whoever sets it, not to who approves. */
export const changeTerms = (id: number, asked: AdministratorChange): ApprovalTerms => ({
  action: 'administrators.update',
  params: {
    administrator: id,
    role: asked.role,
    child_safety: asked.childSafety,
    disabled: asked.disabled,
    password: asked.newPassword || undefined,
    reset_totp: asked.resetTotp || undefined,
  },
})

const REFUSALS: Readonly<Record<ChildSafetyRefusal, () => KlaError>> = {
  GIVEN_TO_ONESELF: () => new KlaError('INVALID_FIELD', 'Child safety somebody else gives you.'),
  PASSWORD_NOT_OWN: () =>
    new KlaError('INVALID_FIELD', 'That is for somebody who has signed in and chosen a password of their own.'),
  LAST_CHILD_SAFETY: () => new KlaError('LAST_CHILD_SAFETY'),
}

const childSafetyRefused = (reason: ChildSafetyRefusal): KlaError => REFUSALS[reason]()

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
