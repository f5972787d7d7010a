import { requirePermission } from '@kla/chassis'
import { giveItems } from '../domain/index.js'
import { accepted } from './accepted.js'
import type { CommerceHandlers, Dependencies } from './dependencies.js'
import { itemOf } from './items.js'

export const giftItems =
  ({ ledger }: Pick<Dependencies, 'ledger'>): CommerceHandlers['giftItems'] =>
  async ({ giftId, accountId, item: wireItem, units, reason }, call) => {
    const principal = await call.principal()
    requirePermission(principal, 'items.gift')
    const item = itemOf(wireItem)
    const gift = accepted(giveItems({ giftId, accountId, item, units, reason, givenBy: principal.accountId }))
    const { available } = accepted(await ledger.give(gift, item))
    call.log.info({ giftId, accountId, item, units, givenBy: principal.accountId }, 'items were given')
    return { available }
  }
