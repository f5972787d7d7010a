import { newId } from '@kla/chassis'
import { HoldOutcome, Item } from '@kla/proto'
import fc from 'fast-check'
import type { PaymentNotice } from '../../src/payments/payment-provider.js'
import { notification } from './fake-provider.js'
import { type Bought, type Client, type Shop } from './shop.js'

/** What may happen in a shop. Orders, holds and gifts are named by their number in the history. */
export type Step =
  | { readonly kind: 'paid' | 'cancelled'; readonly order: number }
  | { readonly kind: 'verify'; readonly order: number }
  | { readonly kind: 'refund'; readonly order: number; readonly percent: number }
  | {
      readonly kind: 'single-refund'
      readonly order: number
      readonly refund: number
      readonly state: 'given' | 'failed'
    }
  | {
      readonly kind: 'dispute'
      readonly order: number
      readonly state: 'open' | 'won' | 'lost'
      readonly percent: number
    }
  | { readonly kind: 'hold' | 'commit' | 'release'; readonly key: number }
  | { readonly kind: 'gift'; readonly gift: number }

const ORDERS = 4
const KEYS = 12
const PLAYERS = 2

const order = fc.nat({ max: ORDERS - 1 })
const key = fc.nat({ max: KEYS - 1 })
const of = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds)

/** Money alone. */
export const moneyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: of('paid', 'paid', 'paid', 'cancelled'), order }) },
  { weight: 1, arbitrary: fc.record({ kind: of('verify'), order }) },
  { weight: 2, arbitrary: fc.record({ kind: of('refund'), order, percent: fc.integer({ min: 1, max: 110 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: of('single-refund'),
      order,
      refund: fc.nat({ max: 2 }),
      state: of('given', 'failed'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: of('dispute'),
      order,
      state: of('open', 'won', 'lost'),
      percent: fc.constantFrom(30, 100),
    }),
  },
)
/** Gifts and what is done with items. */
export const itemStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: of('hold', 'hold', 'commit', 'release'), key }) },
  { weight: 1, arbitrary: fc.record({ kind: of('gift'), gift: fc.nat({ max: 3 }) }) },
)

export interface Purchase extends Bought {
  readonly player: number
  /** All that was told of it. */
  readonly told: PaymentNotice[]
}

let accounts = 0

/** Two players with two orders each, in whose lives the steps of a history happen. */
export class World {
  readonly players = Array.from({ length: PLAYERS }, () => ++accounts)
  readonly purchases: Purchase[] = []
  readonly gifts = new Set<number>()
  private readonly keys = Array.from({ length: KEYS }, () => newId())
  private readonly giftIds = Array.from({ length: KEYS }, () => newId())
  private readonly principals = new Map<number, { principal: string }>()

  private constructor(private readonly shop: Shop) {}

  static async create(shop: Shop): Promise<World> {
    const world = new World(shop)
    for (const player of world.players) world.principals.set(player, await shop.as(player))
    for (let at = 0; at < ORDERS; at++) {
      const player = world.playerOf(at)
      const bought = await shop.buy(player, [{ itemId: 2, quantity: 1 + (at % 2) }])
      world.purchases.push({ ...bought, player, told: [] })
    }
    return world
  }

  /** The call that a step is; each time the same one, as whoever asks repeats it. */
  callOf(step: Step): (client: Client) => Promise<unknown> {
    switch (step.kind) {
      case 'hold': {
        const request = { key: this.keyOf(step.key), item: Item.GIF_SAVES }
        return (client) => client.holdItem(request, this.principals.get(this.playerOf(step.key)))
      }
      case 'commit':
      case 'release': {
        const outcome = step.kind === 'commit' ? HoldOutcome.COMMIT : HoldOutcome.RELEASE
        return (client) => client.settleHold({ key: this.keyOf(step.key), outcome })
      }
      case 'gift':
        return this.gift(step.gift)
      case 'verify': {
        const { sessionId, player } = this.purchase(step.order)
        return (client) => client.verifyCheckout({ sessionId }, this.principals.get(player))
      }
      default: {
        const purchase = this.purchase(step.order)
        const notice = noticeOf(step, purchase)
        purchase.told.push(notice)
        if (notice.kind === 'paid') this.shop.provider.answers.set(purchase.sessionId, { ...notice, eventId: '' })
        return (client) => client.receiveNotification(notification([notice]))
      }
    }
  }

  /** What everyone can spend. */
  balances = (): Promise<number[]> => Promise.all(this.players.map((player) => this.shop.saves(player)))

  keysOf = (player: number): string[] => this.keys.filter((_, at) => this.playerOf(at) === player)
  giftsOf = (player: number): number[] => [...this.gifts].filter((gift) => this.playerOf(gift) === player)

  private gift(gift: number) {
    this.gifts.add(gift)
    const giftId = this.giftIds[gift] ?? ''
    const request = { giftId, accountId: this.playerOf(gift), item: Item.GIF_SAVES, units: GIFT, reason: 'history' }
    return async (client: Client) => client.giftItems(request, await this.shop.asAdministrator(999, ['items.gift']))
  }

  private playerOf = (number: number): number => this.players[number % PLAYERS] ?? 0
  private keyOf = (number: number): string => this.keys[number] ?? ''
  private purchase(number: number): Purchase {
    const purchase = this.purchases[number]
    if (!purchase) throw new Error('there is no such purchase')
    return purchase
  }
}

/** Items in each gift. */
export const GIFT = 2

type Telling = Exclude<Step, { kind: 'hold' | 'commit' | 'release' | 'gift' | 'verify' }>

const SINGLE_REFUNDS = [1, 100, 299]

function noticeOf(step: Telling, { says, totalCents }: Purchase): PaymentNotice {
  switch (step.kind) {
    case 'refund':
      return says.refunded(Math.ceil((totalCents * step.percent) / 100))
    case 'single-refund':
      return says.refund(`re_${step.refund}`, SINGLE_REFUNDS[step.refund] ?? 1, step.state)
    case 'dispute':
      return says.dispute(step.state, undefined, Math.ceil((totalCents * step.percent) / 100))
    case 'cancelled':
      return says.cancelled()
    default:
      return says.paid()
  }
}
