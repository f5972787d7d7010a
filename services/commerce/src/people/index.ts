import { createRecordPersonView, type Database, type Handlers, KlaError } from '@kla/chassis'
import type { CommerceServiceService } from '@kla/proto'
import { createOrderStore, orderToProto } from '../checkout/index.js'
import { availableOf } from '../ledger/index.js'
import { createReturned } from '../payments/index.js'

export interface PeopleDeps {
  readonly database: Database
  readonly now: () => number
}

/** Creates what administrators read about an account's purchases. */
export function createPeople({ database, now }: PeopleDeps): {
  readonly handlers: Pick<Handlers<typeof CommerceServiceService>, 'listOrdersOf'>
} {
  const orders = createOrderStore(database)
  const returned = createReturned(database)
  const recordPersonView = createRecordPersonView(database, 'commerce', now)
  return {
    handlers: {
      async listOrdersOf({ accountId }, call) {
        const administrator = await call.administrator('orders.read')
        if (!Number.isSafeInteger(accountId) || accountId < 1) throw new KlaError('INVALID_FIELD')
        const [listed, available] = await Promise.all([
          orders.list(accountId),
          availableOf(database, accountId),
          recordPersonView(administrator, accountId, call),
        ])
        const returnedCents = await returned(listed)
        return {
          orders: listed.map((order) => ({
            order: orderToProto(order),
            currency: order.currency,
            provider: order.provider,
            returnedCents: returnedCents.get(order.id) ?? 0,
          })),
          inventory: {
            gifSaves: available.get('gif_saves') ?? 0,
            wildCards: available.get('wild_cards') ?? 0,
            battlePasses: available.get('battle_passes') ?? 0,
          },
        }
      },
    },
  }
}
