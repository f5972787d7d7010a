import { approvalDetails, type ApprovalTerms, type AuditRecorder, type Handlers, KlaError } from '@kla/chassis'
import type { Administrator as AdministratorView, AuthServiceService } from '@kla/proto'
import type { AdministratorRole } from '@kla/proto/web'
import { type AuditEntry, changeId } from './audit.js'
import type { AdministratorChanges } from './change-store.js'
import type { Passwords } from './passwords.js'
import {
  type AdministratorChange,
  administratorName,
  administratorRole,
  changeAdministrator,
  type ChildSafetyRefusal,
  isTrusted,
  mayChange,
} from './rules/administrator.js'
import { isWeakPassword } from './rules/credentials.js'
import { haveSecondPerson } from './rules/independence.js'
import type { AdministratorRecord, AdministratorStore } from './store.js'

export interface ManageDeps {
  readonly administrators: Pick<AdministratorStore, 'find' | 'list' | 'credentialGrants' | 'isAccount'>
  readonly changes: AdministratorChanges
  readonly passwords: Pick<Passwords, 'hash'>
  readonly auditEntry: AuditEntry
  readonly audit: AuditRecorder
  readonly onStored: () => void
  readonly now: () => number
}

export const manageHandlers = ({
  administrators,
  changes,
  passwords,
  auditEntry,
  audit,
  onStored,
  now,
}: ManageDeps): Pick<
  Handlers<typeof AuthServiceService>,
  'listAdministrators' | 'createAdministrator' | 'updateAdministrator'
> => ({
  async listAdministrators(_request, call) {
    const actor = await call.administrator('administrators.manage')
    const [found, grants] = await Promise.all([administrators.list(), administrators.credentialGrants()])
    const all = found.map(toView)
    const administrator_ids = all.map(({ id }) => id)
    await audit.record(actor, call, { action: 'administrators.list', details: { administrator_ids } })
    return { administrators: all, secondPerson: haveSecondPerson(found, grants, now()) }
  },

  async createAdministrator(request, call) {
    const actor = await call.administrator('administrators.manage', { fresh: true })
    const { name, role, childSafety } = readNewAdministrator(request)
    if (isWeakPassword(request.password, name)) throw new KlaError('WEAK_PASSWORD')

    const passwordHash = await passwords.hash(request.password)
    const created = await changes.create(
      { name, passwordHash, passwordGiven: false, role, childSafety },
      { id: actor.id, nowMs: now() },
      {
        terms: isTrusted({ role, childSafety }) ? creationTerms({ name, role, childSafety }) : undefined,
        audit: (id, approval) =>
          auditEntry(actor, id, call, 'create', { role, child_safety: childSafety, ...approvalDetails(approval) }),
      },
    )
    if (created === 'second-person-required') throw new KlaError('SECOND_PERSON_REQUIRED')
    if (!created) throw new KlaError('ADMINISTRATOR_EXISTS')
    return toView(created)
  },

  /** Idempotent: a repeated request changes nothing and needs no second approval. */
  async updateAdministrator({ password, ...request }, call) {
    const actor = await call.administrator('administrators.manage', { fresh: true })
    const { id } = request
    const asked = readAskedChange(actor, { ...request, newPassword: password !== undefined })
    const found = await administrators.find(id)
    if (!found) throw new KlaError('ADMINISTRATOR_NOT_FOUND')
    if (asked.playerId && !(await administrators.isAccount(asked.playerId))) throw new KlaError('NO_SUCH_ACCOUNT')
    if (password !== undefined && isWeakPassword(password, found.name)) throw new KlaError('WEAK_PASSWORD')

    const passwordHash = password === undefined ? undefined : await passwords.hash(password)
    const by = { id: actor.id, nowMs: now(), changeId: changeId('update', actor, id, call) }
    const outcome = await changes.change<ChangeRefusal>(id, by, async (before, { owners, holders, useApproval }) => {
      const changed = changeAdministrator(before, asked, owners.filter((owner) => owner !== id).length)
      if ('refused' in changed) return changed
      const may = mayChange(actor.id, before, changed, { holders })
      if (typeof may === 'object') return may
      const nothing = Object.keys(changed.changes).length === 0
      const approval = may === 'alone' || nothing ? undefined : await useApproval(changeTerms(before, asked))
      if (may === 'with-second-person' && !nothing && !approval) return { refused: 'SECOND_PERSON_REQUIRED' }
      const details = { ...changed.changes, ...approvalDetails(approval) }
      return { ...changed, passwordHash, audit: auditEntry(actor, id, call, 'update', details, by.changeId) }
    })
    if (!outcome) throw new KlaError('ADMINISTRATOR_NOT_FOUND')
    if ('refused' in outcome) throw REFUSALS[outcome.refused]()
    onStored()
    return toView(outcome)
  },
})

type ChangeRefusal = 'LAST_OWNER' | 'SECOND_PERSON_REQUIRED' | ChildSafetyRefusal

const REFUSALS: Readonly<Record<ChangeRefusal, () => KlaError>> = {
  LAST_OWNER: () => new KlaError('LAST_OWNER'),
  SECOND_PERSON_REQUIRED: () => new KlaError('SECOND_PERSON_REQUIRED'),
  GIVEN_TO_ONESELF: () =>
    new KlaError('INVALID_FIELD', "You can't give yourself child safety. Ask another administrator to do it."),
  PASSWORD_NOT_OWN: () =>
    new KlaError(
      'INVALID_FIELD',
      "They haven't chosen their own password yet. Ask them to sign in and change it first.",
    ),
  LAST_CHILD_SAFETY: () => new KlaError('LAST_CHILD_SAFETY'),
}

interface AskedChange extends Omit<AdministratorChange, 'role'> {
  readonly id: number
  readonly role?: string | undefined
}

export function readAskedChange(
  actor: { readonly id: number },
  { id, role: given, ...asked }: AskedChange,
): AdministratorChange {
  const role = given === undefined ? undefined : administratorRole(given)
  if (given !== undefined && role === undefined)
    throw new KlaError('INVALID_FIELD', "That role doesn't exist. Choose another one.")
  // An unattended console must not suffice to take over.
  if (id === actor.id && (asked.newPassword || asked.resetTotp || asked.resetPasskeys)) {
    throw new KlaError(
      'INVALID_FIELD',
      'Change your own password and passkeys on Your account. Someone else has to reset your authenticator.',
    )
  }
  return { ...asked, role }
}

interface NewRights {
  readonly name: string
  readonly role: AdministratorRole
  readonly childSafety: boolean
}

/** Validates name and role; throws INVALID_FIELD. */
export function readNewAdministrator(given: { name: string; role: string; childSafety: boolean }): NewRights {
  const name = administratorName(given.name)
  if (name === undefined) {
    throw new KlaError('INVALID_FIELD', 'Use 2 to 40 letters, digits, dots, dashes or underscores for the name.')
  }
  const role = administratorRole(given.role)
  if (role === undefined) throw new KlaError('INVALID_FIELD', "That role doesn't exist. Choose another one.")
  return { name, role, childSafety: given.childSafety }
}

export const creationTerms = ({ name, role, childSafety }: NewRights): ApprovalTerms => ({
  action: 'administrators.create',
  params: { name, role, child_safety: childSafety },
})

/** Terms of a change to an account that has these rights: whether a password is set, not which. */
export const changeTerms = (
  { id, role, childSafety, disabled }: Pick<AdministratorRecord, 'id' | 'role' | 'childSafety' | 'disabled'>,
  asked: AdministratorChange,
): ApprovalTerms => ({
  action: 'administrators.update',
  params: {
    administrator: id,
    rights: [role, ...(childSafety ? ['child-safety'] : []), ...(disabled ? ['disabled'] : [])].join(' '),
    role: asked.role,
    child_safety: asked.childSafety,
    disabled: asked.disabled,
    player_id: asked.playerId,
    password: asked.newPassword || undefined,
    reset_totp: asked.resetTotp || undefined,
    reset_passkeys: asked.resetPasskeys || undefined,
  },
})

const toView = (record: AdministratorRecord): AdministratorView => ({
  id: record.id,
  name: record.name,
  role: record.role,
  childSafety: record.childSafety,
  totpEnabled: record.totpEnabled,
  disabled: record.disabled,
  createdAtMs: record.createdAtMs,
  lastSeenAtMs: record.lastSeenAtMs,
  passkeys: record.passkeys,
  playerId: record.playerId ?? 0,
})
