import { giveItems } from '../domain/index.js'
import { accepted } from './accepted.js'
import type { CommerceHandlers, Dependencies } from './dependencies.js'
import { itemOf } from './items.js'

export const giftItems =
  ({ ledger }: Pick<Dependencies, 'ledger'>): CommerceHandlers['giftItems'] =>
  async ({ giftId, accountId, item: wireItem, units, reason }, call) => {
    const administrator = await call.administrator('items.gift')
    const item = itemOf(wireItem)
    const gift = accepted(giveItems({ giftId, accountId, item, units, reason, givenBy: administrator.id }))
    const { available } = accepted(await ledger.give(gift, item))
    call.log.info({ giftId, accountId, item, units, givenBy: administrator.id }, 'items were given')
    return { available }
  }
