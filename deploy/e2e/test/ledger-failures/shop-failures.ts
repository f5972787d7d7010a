import { describe, expect, test } from '@jest/globals'
import { CATALOGUE } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import {
  type Cart,
  type Counts,
  heldBack,
  killWhile,
  ledgerFaults,
  notify,
  payAtStripe,
  type Shopper,
  signedAsStripe,
  signInShopper,
} from '../../src/platform/index.js'
import { platform } from './platform.js'

const PLAYERS = 12
const POLLS = 3

/** An order as its buyer has to find it. */
interface Purchase {
  readonly checkoutId: string
  readonly cart: Cart
  readonly totalCents: number
}

const CARTS: readonly Cart[] = [
  [{ item_id: 2, quantity: 1 }],
  [{ item_id: 3, quantity: 2 }],
  [{ item_id: 2, quantity: 3 }, { item_id: 3, quantity: 1 }],
] // oxfmt-ignore

/** The faults of the notifications of each player's first, second and third purchase. */
const FAULTS = [
  { duplicates: 5, shuffleMs: 300, lose: [], beforeRedirect: false },
  { duplicates: 5, shuffleMs: 300, lose: ['*'], beforeRedirect: false },
  { duplicates: 5, shuffleMs: 300, lose: ['charge.succeeded'], beforeRedirect: true },
]

/** What happens to the money of a purchase afterwards, and what that has to come to. */
interface Fate {
  readonly status: 'paid' | 'partly_refunded' | 'refunded' | 'partly_disputed' | 'disputed'
  readonly missingCents: (totalCents: number) => number
  readonly happen: (purchase: Purchase) => Promise<unknown>
}

const refund = (id: string, cents?: number) => platform.standIns.stripe.refund(id, cents)
const failRefund = (id: string) => platform.standIns.stripe.failRefund(id)
const dispute = (id: string, state: 'open' | 'won' | 'lost', cents?: number) =>
  platform.standIns.stripe.dispute(id, state, cents)
const all = (totalCents: number): number => totalCents
const nothing = (): number => 0

const FATES: readonly Fate[] = [
  { status: 'paid', missingCents: nothing, happen: async () => undefined },
  { status: 'refunded', missingCents: all, happen: ({ checkoutId }) => refund(checkoutId) },
  { status: 'partly_refunded', missingCents: () => 100, happen: ({ checkoutId }) => refund(checkoutId, 100) },
  {
    status: 'partly_refunded',
    missingCents: () => 200,
    happen: ({ checkoutId }) => Promise.all([refund(checkoutId, 50), refund(checkoutId, 150)]),
  },
  { status: 'disputed', missingCents: all, happen: ({ checkoutId }) => dispute(checkoutId, 'open') },
  { status: 'paid', missingCents: nothing, happen: ({ checkoutId }) => dispute(checkoutId, 'won') },
  { status: 'disputed', missingCents: all, happen: ({ checkoutId }) => dispute(checkoutId, 'lost') },
  {
    status: 'paid',
    missingCents: nothing,
    happen: ({ checkoutId }) => refund(checkoutId).then(() => failRefund(checkoutId)),
  },
  { status: 'partly_disputed', missingCents: () => 99, happen: ({ checkoutId }) => dispute(checkoutId, 'open', 99) },
]

const itemOf = (id: number) => {
  const item = CATALOGUE.find((one) => one.id === id)
  if (!item) throw new Error(`there is no item ${id}`)
  return item
}
const totalOf = (cart: Cart): number =>
  cart.reduce((sum, { item_id, quantity }) => sum + itemOf(item_id).priceCents * quantity, 0)
const unitsOf = ({ item_id, quantity }: Cart[number]): number => itemOf(item_id).grants.units * quantity

/** The lines of an order as `/user/orders` has to show them when so much of its price has gone back. */
const linesOf = ({ cart, totalCents }: Purchase, missingCents: number) =>
  cart.map((line) => ({
    item_id: line.item_id,
    name: itemOf(line.item_id).name,
    quantity: line.quantity,
    units: unitsOf(line),
    units_withdrawn: Math.floor((unitsOf(line) * missingCents) / totalCents),
    units_spent: 0,
  }))

type Line = ReturnType<typeof linesOf>[number]

const countsOf = (lines: readonly Line[]): Counts => {
  const counts = { gif_saves: 0, wild_cards: 0 }
  for (const { item_id, units, units_withdrawn } of lines) {
    const { item } = itemOf(item_id).grants
    if (item !== 'battle_passes') counts[item] += units - units_withdrawn
  }
  return counts
}

/** Buys while several tabs poll the payment, and can spend it from the first confirmation. */
async function purchase(shopper: Shopper, cart: Cart): Promise<Purchase> {
  const before = await shopper.counts()
  const bought = countsOf(linesOf({ checkoutId: '', cart, totalCents: totalOf(cart) }, 0))
  const { id, url } = await shopper.openCheckout(cart)
  const polls = Array.from({ length: POLLS }, async () => ({
    paid: await shopper.awaitPaid(id),
    counts: await shopper.counts(),
  }))
  const [, ...answers] = await Promise.all([payAtStripe(url), ...polls])
  for (const { paid, counts } of answers) {
    expect(paid).toEqual({ payment_status: 'paid', amount_total: totalOf(cart) })
    expect(counts).toEqual({
      gif_saves: before.gif_saves + bought.gif_saves,
      wild_cards: before.wild_cards + bought.wild_cards,
    })
  }
  return { checkoutId: id, cart, totalCents: totalOf(cart) }
}

const byText = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

/** What can be spent, and all orders that are no longer open. */
async function standingOf(shopper: Shopper) {
  const orders = (await shopper.orders()).filter(({ status }) => status !== 'open')
  return {
    counts: await shopper.counts(),
    orders: orders.map(({ status, total_cents, lines }) => ({ status, total_cents, lines })).sort(byText),
  }
}

describe('purchases', () => {
  test('leave players with what they paid for and kept, whatever happens to notifications and processes', async () => {
    const { deliveries } = platform.standIns.stripe
    const shoppers = await Promise.all(
      Array.from({ length: PLAYERS }, (_, index) => signInShopper(platform.url, `shopper-${index}`)),
    )
    const purchases: Purchase[][] = shoppers.map(() => [])
    const buying = async (): Promise<void> => {
      for (const [wave, faults] of FAULTS.entries()) {
        deliveries.setFaults(faults)
        const cartOf = (index: number): Cart => CARTS[(index + wave) % CARTS.length] ?? []
        const bought = await Promise.all(shoppers.map((shopper, index) => purchase(shopper, cartOf(index))))
        bought.forEach((one, index) => purchases[index]?.push(one))
      }
    }
    const killedWhileBuying = await killWhile(platform, ['commerce'], buying())

    deliveries.setFaults({ lose: [] })
    const expected = purchases.map((own, index) => {
      const orders = own.map((one, wave) => {
        const fate = FATES[(index + wave) % FATES.length] as Fate
        return { one, fate, lines: linesOf(one, fate.missingCents(one.totalCents)) }
      })
      return {
        counts: countsOf(orders.flatMap(({ lines }) => lines)),
        orders: orders
          .map(({ one, fate, lines }) => ({ status: fate.status, total_cents: one.totalCents, lines }))
          .sort(byText),
        happen: () => Promise.all(orders.map(({ one, fate }) => fate.happen(one))),
      }
    })
    const standings = expected.map(({ counts, orders }) => ({ counts, orders }))
    const settling = async (): Promise<void> => {
      await Promise.all(expected.map(({ happen }) => happen()))
      await eventually(async () => {
        expect(await Promise.all(shoppers.map(standingOf))).toEqual(standings)
      }, 30_000)
    }
    const killedWhileSettling = await killWhile(platform, ['commerce'], settling())
    expect(killedWhileBuying).toBeGreaterThanOrEqual(2)
    expect(killedWhileSettling).toBeGreaterThanOrEqual(1)

    await deliveries.idle()
    deliveries.setFaults({ duplicates: 1 })
    await deliveries.redeliver()
    await deliveries.idle()
    expect(new Set(deliveries.list().map(({ state }) => state))).toEqual(new Set(['delivered']))
    expect(await Promise.all(shoppers.map(standingOf))).toEqual(standings)
    expect(await ledgerFaults(platform)).toEqual([0, 0])
  }, 120_000)

  test('reject a forged, altered or old notification without effect', async () => {
    const { stripe } = platform.standIns
    stripe.deliveries.setFaults({ duplicates: 0, shuffleMs: 0, lose: [], beforeRedirect: true })
    const ada = await signInShopper(platform.url, 'ada')
    const dearer = await ada.openCheckout([{ item_id: 2, quantity: 99 }])
    const { id, url } = await ada.openCheckout([{ item_id: 2, quantity: 1 }])
    const posts = await heldBack(platform, 'stripe', () => payAtStripe(url))
    const genuine = posts.find(({ body }) => body.includes('checkout.session.completed'))
    if (!genuine) throw new Error('Stripe reported no payment')

    const { body, headers } = genuine
    const signature = headers['stripe-signature'] ?? ''
    const now = Date.now()
    const bad = {
      'signed by somebody else': signedAsStripe(body, 'whsec_somebody_else', now),
      'for another checkout': { headers, body: body.replaceAll(id, dearer.id) },
      'for another amount': { headers, body: body.replaceAll('299', '298') },
      'with a space more': { headers, body: `${body} ` },
      'not signed': { headers: { 'content-type': 'application/json' }, body },
      'of five minutes ago': signedAsStripe(body, stripe.webhookSecret, now - 301_000),
      'in another scheme': { headers: { ...headers, 'stripe-signature': signature.replace('v1=', 'v0=') }, body },
    }
    for (const [what, notification] of Object.entries(bad)) {
      const answer = await notify(platform, 'stripe', notification)
      expect({ what, ...answer }).toEqual({ what, status: 400, code: 'SIGNATURE_INVALID' })
    }
    const untouched = async (): Promise<void> => {
      expect(await ada.counts()).toEqual({ gif_saves: 0, wild_cards: 0 })
      expect((await ada.orders()).map(({ status }) => status)).toEqual(['open', 'open'])
    }
    await untouched()

    // The same words, signed as they should be, are believed: once.
    for (const again of [genuine, genuine, signedAsStripe(body, stripe.webhookSecret, Date.now() - 250_000)]) {
      expect(await notify(platform, 'stripe', again)).toEqual({ status: 200, code: undefined })
      expect(await ada.counts()).toEqual({ gif_saves: 10, wild_cards: 0 })
    }
  }, 60_000)

  test('take items, prices and quantities from the catalogue alone', async () => {
    const { stripe } = platform.standIns
    stripe.deliveries.setFaults({ duplicates: 0, shuffleMs: 0, lose: [], beforeRedirect: true })
    const bea = await signInShopper(platform.url, 'bea')
    const open = (items: unknown, more: object = {}) => {
      const body = { items, email: 'bea@example.com', ...more }
      return bea.session.request('/checkout/create-session', { method: 'POST', body })
    }

    const one = (item_id: unknown, quantity: unknown = 1) => [{ item_id, quantity }]
    const refusals: Readonly<Record<string, readonly unknown[]>> = {
      CART_INVALID: [[], one(2, 0), one(2, -1), [...one(2), ...one(2)]],
      ITEM_NOT_ON_SALE: [one(1)],
      ITEM_NOT_FOUND: [one(0), one(-2), one(4), one(999), one(2 ** 31), one(2 ** 53)],
      QUANTITY_LIMIT: [one(2, 100), one(2, 1_000_000), one(2, 2 ** 31), one(2, 2 ** 53), one(2, 1e300)],
      INVALID_FIELD: [
        ...[one(2, 1.5), one(2, null), one(2, 'ten'), one(2, [3]), one(2, { many: 1 })],
        ...[one(2.5), one(null), one('pack'), Array.from({ length: 101 }, () => one(2)[0]), 'everything'],
      ],
    }
    for (const [code, carts] of Object.entries(refusals)) {
      for (const items of carts) {
        const response = await open(items)
        expect({ items, ...((await response.json()) as object) }).toMatchObject({ items, code })
        expect(Math.floor(response.status / 100)).toBe(4)
      }
    }
    expect(await bea.orders()).toEqual([])

    const cheap = { price: 1, priceCents: 1, unit_amount: 1, amount: 1, units: 1_000, currency: 'jpy' }
    const extra = { total: 1, total_cents: 1, amount_total: 1, account_id: 1 }
    const response = await open([{ item_id: 2, quantity: 1, ...cheap }], extra)
    const { id, url } = (await response.json()) as { id: string; url: string }
    await payAtStripe(url)
    expect(await bea.awaitPaid(id)).toEqual({ payment_status: 'paid', amount_total: 299 })
    expect(await bea.counts()).toEqual({ gif_saves: 10, wild_cards: 0 })

    // Another account's resources look missing.
    const eve = await signInShopper(platform.url, 'eve')
    const spied = await eve.session.request(`/checkout/verify?session_id=${id}`)
    expect([spied.status, ((await spied.json()) as { code: string }).code]).toEqual([404, 'ORDER_NOT_FOUND'])
    expect(await eve.counts()).toEqual({ gif_saves: 0, wild_cards: 0 })
  }, 60_000)
})
