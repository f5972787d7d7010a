import { type Handlers, KlaError, newId } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { AGE_LOCK_REASON_MAX } from '@kla/proto/web'
import { auditFact } from '../shared/audit.js'
import { acceptsAge, type AgeRules } from './rules.js'
import type { AgeStore } from './store.js'

export const attestAge =
  (parts: {
    ages: AgeStore
    age: AgeRules
    /** Has the event published at once. */
    onStored: () => void
  }): Handlers<typeof AuthServiceService>['attestAge'] =>
  async (request, call) => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    if (!request.over18) {
      if (!(await parts.ages.findAccount(accountId))) throw new KlaError('NOT_SIGNED_IN')
      await parts.ages.lock(accountId)
      parts.onStored()
      call.log.info({ accountId }, 'age verdict locked')
      return { accepted: false }
    }
    const account = await parts.ages.findAccount(accountId)
    if (!account) throw new KlaError('NOT_SIGNED_IN')
    const jurisdiction = account.jurisdiction ?? parts.age.jurisdiction
    await parts.ages.add(accountId, { method: 'declaration', jurisdiction })
    if ((await parts.ages.findAccount(accountId))?.ageLocked) return { accepted: false }
    return { accepted: acceptsAge(parts.age.policy, jurisdiction, await parts.ages.of(accountId)) }
  }

export const liftAgeLock =
  (parts: {
    ages: Pick<AgeStore, 'lift'>
    /** Has the events published at once. */
    onStored: () => void
    now: () => number
  }): Handlers<typeof AuthServiceService>['liftAgeLock'] =>
  async (request, call) => {
    const administrator = await call.administrator('members.manage')
    const { accountId } = request
    const reason = request.reason.trim()
    if (reason === '' || reason.length > AGE_LOCK_REASON_MAX) throw new KlaError('INVALID_FIELD')
    const audit = auditFact({
      ...{ factId: newId(), atMs: parts.now(), administrator, requestId: call.requestId },
      action: 'members.lift-age-lock',
      subject: { kind: 'account', id: String(accountId) },
      details: { reason },
    })
    const outcome = await parts.ages.lift(accountId, audit)
    if (outcome === undefined) throw new KlaError('NO_SUCH_ACCOUNT')
    parts.onStored()
    return {}
  }
