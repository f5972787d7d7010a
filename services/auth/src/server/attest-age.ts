import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { acceptsAge } from '../domain/age-policy.js'
import type { AgeRules } from '../sessions/identify.js'
import type { AccountStore } from '../store/account-store.js'
import type { AgeVerdictStore } from '../store/age-verdict-store.js'

export const attestAge =
  (parts: {
    accounts: Pick<AccountStore, 'find'>
    verdicts: AgeVerdictStore
    age: AgeRules
  }): Handlers<typeof AuthServiceService>['attestAge'] =>
  async (request, call) => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    const account = await parts.accounts.find(accountId)
    if (!account) throw new KlaError('NOT_SIGNED_IN')
    const jurisdiction = account.jurisdiction ?? parts.age.jurisdiction
    if (request.over18) await parts.verdicts.add(accountId, { method: 'declaration', jurisdiction })
    else await parts.verdicts.withdrawDeclarations(accountId)
    return { accepted: acceptsAge(parts.age.policy, jurisdiction, await parts.verdicts.of(accountId)) }
  }
