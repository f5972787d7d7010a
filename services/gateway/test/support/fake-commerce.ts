import { KlaError } from '@kla/chassis'
import { type CartLine, type GetCheckoutFormResponse, type GiftItemsRequest, OrderStatus } from '@kla/proto'
import type { Reason } from '@kla/proto/web'
import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { accountOf } from './fake-auth.js'

export interface FakeCommerce {
  readonly client: Clients['commerce']
  /** Requested checkouts. */
  readonly checkouts: { accountId: number; lines: CartLine[]; email: string }[]
  /** Gifts with request and principal. */
  readonly gifts: { request: GiftItemsRequest; principal: string | undefined }[]
  readonly notifications: { provider: string; body: Buffer; signature: string }[]
  /** Content of the provider's form. */
  form: GetCheckoutFormResponse
  /** Reason with which every call is refused, if set. */
  refusal: Reason | undefined
  /** Gate that notifications wait for, if set. */
  gate: Promise<void> | undefined
}

/** Commerce in memory, with a paid checkout "cs_1" for everyone. */
export function createFakeCommerce(): FakeCommerce {
  const answer = async <T>(value: () => T): Promise<T> => {
    if (fake.refusal) throw new KlaError(fake.refusal)
    return value()
  }
  const ofCheckout = <T>(sessionId: string, value: () => T): Promise<T> =>
    answer(() => {
      if (sessionId !== 'cs_1') throw new KlaError('ORDER_NOT_FOUND')
      return value()
    })

  const fake: FakeCommerce = {
    checkouts: [],
    gifts: [],
    notifications: [],
    form: { action: 'https://pay.example/hosted', fields: [] },
    refusal: undefined,
    gate: undefined,
    client: {
      listCatalogue: () =>
        answer(() => ({
          items: [
            {
              id: 2,
              name: 'Pack',
              description: 'Ten.',
              priceCents: 299,
              maxPerPurchase: 99,
              color: '#8fc7a8',
              image: '/items/gif-saves.svg',
            },
          ],
        })),
      createCheckout: (request, context) =>
        answer(() => {
          fake.checkouts.push({ accountId: accountOf(context?.principal), ...request })
          return { sessionId: 'cs_1', url: 'https://pay.example/cs_1' }
        }),
      listOrdersOf: async () => ({
        orders: [
          {
            order: {
              id: '018f6b1e-7c1a-7000-8000-0000000000de',
              status: OrderStatus.PARTLY_REFUNDED,
              totalCents: 598,
              createdAtMs: AT_MS,
              lines: [{ itemId: 2, name: 'Pack', quantity: 2, units: 20, unitsWithdrawn: 10, unitsSpent: 0 }],
            },
            currency: 'usd',
            provider: 'stripe',
            returnedCents: 299,
          },
        ],
        inventory: { gifSaves: 10, wildCards: 0, battlePasses: 1 },
      }),
      giftItems: async (request, context) => {
        fake.gifts.push({ request, principal: context?.principal })
        return { available: 15 }
      },
      verifyCheckout: ({ sessionId }) => ofCheckout(sessionId, () => ({ paymentStatus: 'paid', amountTotal: 548 })),
      getCheckoutForm: ({ sessionId }) => ofCheckout(sessionId, () => fake.form),
      receiveNotification: async ({ provider, body, signature }) => {
        await fake.gate
        return answer(() => {
          fake.notifications.push({ provider, body: Buffer.from(body), signature })
          return {}
        })
      },
      getInventory: () => answer(() => ({ gifSaves: 12, wildCards: 25, battlePasses: 0 })),
      listOrders: () =>
        answer(() => ({
          orders: [
            {
              id: 'o1',
              status: OrderStatus.REFUNDED,
              totalCents: 299,
              createdAtMs: 1_764_000_000_000,
              lines: [{ itemId: 2, name: 'Pack', quantity: 1, units: 10, unitsWithdrawn: 7, unitsSpent: 3 }],
            },
          ],
        })),
    },
  }
  return fake
}
