import { giveItems } from '../domain/index.js'
import { accepted } from './accepted.js'
import type { CommerceHandlers, Dependencies } from './dependencies.js'
import { giftAudited } from './gift-audited.js'
import { itemOf } from './items.js'

export const giftItems =
  ({ ledger, now }: Pick<Dependencies, 'ledger' | 'now'>): CommerceHandlers['giftItems'] =>
  async ({ giftId, accountId, item: wireItem, units, reason }, call) => {
    const administrator = await call.administrator('items.gift')
    const item = itemOf(wireItem)
    const gift = { giftId, accountId, item, units, reason, givenBy: administrator.id }
    const transaction = accepted(giveItems(gift))
    const audited = giftAudited(gift, administrator, call.requestId, now())
    const { available } = accepted(await ledger.give(transaction, item, audited))
    call.log.info({ giftId, accountId, item, units, givenBy: administrator.id }, 'items were given')
    return { available }
  }
