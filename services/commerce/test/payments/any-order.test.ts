import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { HoldOutcome, Item, OrderStatus } from '@kla/proto'
import type { PAYMENT_PROVIDERS } from '@kla/proto/web'
import fc from 'fast-check'
import { configuredProviders } from '../../src/payments/index.js'
import { expectSoundLedger } from '../support/ledger-laws.js'
import { type Client, createShop, type Shop } from '../support/shop.js'
import {
  ACCOUNTS,
  acquirerSays,
  type SignedNotification,
  stripeSays,
  type Teller,
} from '../support/signed-notifications.js'

/** Two packs of ten saves. */
const TOTAL = 598
const UNITS = 20

interface Story {
  readonly what: string
  readonly told: (says: Teller) => readonly (readonly SignedNotification[])[]
  readonly status: OrderStatus
  /** Claimed of the twenty. */
  readonly claimed: number
}

const STORIES: readonly Story[] = [
  { what: 'a payment', told: () => [], status: OrderStatus.PAID, claimed: 0 },
  {
    what: 'a refund of one cent',
    told: (says) => [says.refunded('1', 1, 1)],
    status: OrderStatus.PARTLY_REFUNDED,
    claimed: 0,
  },
  {
    what: 'a refund that fails at the bank',
    told: (says) => [says.refunded('1', TOTAL, TOTAL), says.refundFailed('1', TOTAL, 0)],
    status: OrderStatus.PAID,
    claimed: 0,
  },
  {
    what: 'partial refunds that add up to all',
    told: (says) => [says.refunded('1', 99, 99), says.refunded('2', 499, TOTAL, 2)],
    status: OrderStatus.REFUNDED,
    claimed: UNITS,
  },
  {
    what: 'two partial refunds of which the first fails',
    told: (says) => [
      says.refunded('1', 299, 299),
      says.refunded('2', 100, 399, 2),
      says.refundFailed('1', 299, 100, 3),
    ],
    status: OrderStatus.PARTLY_REFUNDED,
    claimed: 3,
  },
  {
    what: 'a refund that fails and is given once more',
    told: (says) => [
      says.refunded('1', TOTAL, TOTAL),
      says.refundFailed('1', TOTAL, 0, 2),
      says.refunded('2', TOTAL, TOTAL, 4),
    ],
    status: OrderStatus.REFUNDED,
    claimed: UNITS,
  },
  {
    what: 'a dispute of the rest after a partial refund',
    told: (says) => [says.refunded('1', 100, 100), says.disputed('1', 498, 'open')],
    status: OrderStatus.DISPUTED,
    claimed: UNITS,
  },
  {
    what: 'a lost dispute of a part',
    told: (says) => [says.disputed('1', 299, 'open'), says.disputed('1', 299, 'lost', 9)],
    status: OrderStatus.PARTLY_DISPUTED,
    claimed: 10,
  },
  {
    what: 'a won dispute after a partial refund',
    told: (says) => [says.refunded('1', 100, 100), says.disputed('1', 498, 'open'), says.disputed('1', 498, 'won', 9)],
    status: OrderStatus.PARTLY_REFUNDED,
    claimed: 3,
  },
  {
    what: 'a won dispute that is opened again and lost',
    told: (says) => [
      says.disputed('1', TOTAL, 'open'),
      says.disputed('1', TOTAL, 'won', 9),
      says.disputed('1', TOTAL, 'lost', 30),
    ],
    status: OrderStatus.DISPUTED,
    claimed: UNITS,
  },
  ...['jpy', 'kwd', 'eur'].map((currency) => ({
    what: `a refund in another currency, ${currency}`,
    told: (says: Teller) => [says.refundedIn(currency, '1', TOTAL)],
    status: OrderStatus.PAID,
    claimed: 0,
  })),
]

const SAYS = { stripe: stripeSays, acquirer: acquirerSays } as const

describe.each<(typeof PAYMENT_PROVIDERS)[number]>(['stripe', 'acquirer'])(
  'notifications of %s, twice and in any order,',
  (name) => {
    let shop: Shop
    let client: Client
    let metrics = ''
    let accounts = 0
    beforeAll(async () => {
      shop = await createShop({ paymentProvider: name })
      const pod = await shop.pod({ providers: configuredProviders({ ...ACCOUNTS, webhookToleranceMs: 300_000 }) })
      client = pod.client
      metrics = `http://127.0.0.1:${pod.service.ports.health}/metrics`
    })
    afterAll(() => expectSoundLedger(shop.database))
    afterAll(() => shop.close())

    async function bought() {
      const accountId = ++accounts
      const { orderId } = await shop.buy(accountId, [{ itemId: 2, quantity: 2 }])
      const says = SAYS[name](orderId, TOTAL)
      const tell = async (notifications: readonly SignedNotification[]): Promise<void> => {
        for (const notification of notifications) await client.receiveNotification(notification)
      }
      return { accountId, says, tell }
    }

    const spend = async (accountId: number, count: number): Promise<void> => {
      const as = await shop.as(accountId)
      const key = (at: number): string => `${accountId}:${at}:${newId()}`
      const keys = Array.from({ length: count }, (_, at) => key(at))
      await Promise.all(keys.map((one) => client.holdItem({ key: one, item: Item.GIF_SAVES }, as)))
      await Promise.all(keys.map((one) => client.settleHold({ key: one, outcome: HoldOutcome.COMMIT })))
    }

    const standingOf = async (accountId: number) => {
      const [order] = await shop.orders(accountId)
      const [line] = order?.lines ?? []
      return {
        status: order?.status,
        withdrawn: line?.unitsWithdrawn,
        spent: line?.unitsSpent,
        saves: await shop.saves(accountId),
      }
    }

    /** Another order in each run of the tests; a failure prints it. */
    const shuffled = <T>(things: readonly T[]): readonly T[] =>
      fc.sample(fc.shuffledSubarray([...things], { minLength: things.length }), 1)[0] ?? []

    const AT_ONCE = Array.from({ length: 3 })

    test.each(STORIES)('of $what have the same result in any order', async ({ told, status, claimed }) => {
      const runs = AT_ONCE.map(async () => {
        const { accountId, says, tell } = await bought()
        const all = [says.paid(), ...told(says)].flat()
        const order = shuffled([...all, ...all])
        await tell(order)
        return { order: order.map(wordsOf), ...(await standingOf(accountId)) }
      })
      const end = { order: expect.any(Array), status, withdrawn: claimed, spent: 0, saves: UNITS - claimed }
      expect(await Promise.all(runs)).toEqual(runs.map(() => end))
    })

    test.each(STORIES.filter(({ claimed }) => claimed > 3))(
      'of $what whose items were used in part take what is left',
      async ({ told, status, claimed }) => {
        const runs = AT_ONCE.map(async () => {
          const { accountId, says, tell } = await bought()
          await tell(says.paid())
          await spend(accountId, 12)
          const order = shuffled(told(says).flat())
          await tell(order)
          return { order: order.map(wordsOf), ...(await standingOf(accountId)) }
        })
        const withdrawn = Math.min(claimed, UNITS - 12)
        const end = {
          order: expect.any(Array),
          status,
          withdrawn,
          spent: claimed - withdrawn,
          saves: UNITS - 12 - withdrawn,
        }
        expect(await Promise.all(runs)).toEqual(runs.map(() => end))
      },
    )

    test('in a foreign currency are counted for a person', async () => {
      const count = async () => {
        const lines = await (await fetch(metrics)).text()
        return Number(/kla_commerce_payment_mismatches_total\{kind="currency"[^}]*\} (\d+)/.exec(lines)?.[1])
      }
      const before = await count()
      const { says, tell } = await bought()
      await tell([...says.refundedIn('jpy', '1', 1), ...says.paid()])
      expect(await count()).toBeGreaterThan(before)
    })
  },
)

/** Which one it is, for the report of a failure. */
const wordsOf = ({ body }: SignedNotification): string =>
  /charge[.\w]+|refund[.\w]+|checkout[.\w]+|status=\w+/.exec(body.toString())?.[0] ?? ''
