import { auditEvent, type Database, type Handlers, invalidField, KlaError } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { AGE_LOCK_REASON_MAX, visibleText } from '@kla/proto/web'
import { acceptsAge, type AgeRules } from './rules.js'
import { type AgeStore, createAgeStore } from './store.js'

export {
  acceptsAge,
  AGE_METHODS,
  type AgeMethod,
  type AgePolicy,
  type AgeRules,
  type AgeVerdict,
  OTHER_JURISDICTIONS,
} from './rules.js'
export type { AgeLock } from './store.js'

export interface AgeDeps {
  readonly database: Database
  readonly age: AgeRules
  readonly onStored: () => void
  readonly now: () => number
}

export interface Age {
  readonly handlers: Pick<Handlers<typeof AuthServiceService>, 'attestAge' | 'liftAgeLock'>
  readonly locksOf: AgeStore['locksOf']
}

export function createAge({ database, age, onStored, now }: AgeDeps): Age {
  const ages = createAgeStore(database)
  return {
    locksOf: ages.locksOf,
    handlers: {
      async attestAge({ over18 }, call) {
        const { accountId } = await call.principal({ allowBanned: true })
        if (!over18) {
          if (!(await ages.findAccount(accountId))) throw new KlaError('NOT_SIGNED_IN')
          await ages.lock(accountId)
          onStored()
          call.log.info({ accountId }, 'age verdict locked')
          return { accepted: false }
        }
        const facts = await ages.add(accountId, { method: 'declaration', jurisdiction: age.jurisdiction })
        if (!facts) throw new KlaError('NOT_SIGNED_IN')
        const { locked, jurisdiction, verdicts } = facts
        return { accepted: !locked && acceptsAge(age.policy, jurisdiction, verdicts) }
      },

      async liftAgeLock(request, call) {
        const administrator = await call.administrator('members.manage')
        const { accountId } = request
        const reason = visibleText(request.reason)
        if (reason === '' || reason.length > AGE_LOCK_REASON_MAX) throw invalidField('reason')
        const audit = auditEvent('auth', {
          atMs: now(),
          administrator,
          requestId: call.requestId,
          action: 'members.lift-age-lock',
          subject: { kind: 'account', id: accountId },
          details: { reason },
        })
        const outcome = await ages.lift(accountId, audit)
        if (outcome === undefined) throw new KlaError('NO_SUCH_ACCOUNT')
        onStored()
        return {}
      },
    },
  }
}
