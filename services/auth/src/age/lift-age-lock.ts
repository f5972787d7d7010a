import { KlaError, newId, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { AGE_LOCK_REASON_MAX } from '@kla/proto/web'
import { auditFact } from '../events/audit-fact.js'
import type { AgeStore } from './age-store.js'

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
