import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { acceptsAge } from '../domain/age-policy.js'
import type { AgeRules } from '../sessions/identify.js'
import type { AccountStore } from '../store/account-store.js'
import type { AgeStore } from './age-store.js'

export const attestAge =
  (parts: {
    accounts: Pick<AccountStore, 'find'>
    ages: AgeStore
    age: AgeRules
    /** Has the event published at once. */
    onStored: () => void
  }): Handlers<typeof AuthServiceService>['attestAge'] =>
  async (request, call) => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    if (!request.over18) {
      if (!(await parts.accounts.find(accountId))) throw new KlaError('NOT_SIGNED_IN')
      await parts.ages.lock(accountId)
      parts.onStored()
      call.log.info({ accountId }, 'age verdict locked')
      return { accepted: false }
    }
    const account = await parts.accounts.find(accountId)
    if (!account) throw new KlaError('NOT_SIGNED_IN')
    const jurisdiction = account.jurisdiction ?? parts.age.jurisdiction
    await parts.ages.add(accountId, { method: 'declaration', jurisdiction })
    if ((await parts.accounts.find(accountId))?.ageLocked) return { accepted: false }
    return { accepted: acceptsAge(parts.age.policy, jurisdiction, await parts.ages.of(accountId)) }
  }
