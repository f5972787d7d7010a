import { describe, expect, test } from '@jest/globals'
import type { Item } from '@kla/proto/web'
import fc from 'fast-check'
import { entitlementOf, type RecordedEvent, settleOrder } from '../../src/payments/rules.js'
import { addUp, type LedgerTransaction, type Order } from '../../src/shared/rules.js'
import { anyEvent, dispute, order, paid, refunded } from '../support/events.js'

/** An order that is settled with each event, by a player who spends in between. */
class Story {
  order: Order = order
  readonly events: RecordedEvent[] = []
  readonly ledger: LedgerTransaction[] = []
  available = addUp([])

  tell(...events: RecordedEvent[]): this {
    for (const event of events) {
      this.events.push(event)
      const settlement = settleOrder(this.order, entitlementOf(this.order, this.events), this.available)
      if (!settlement) continue
      this.order = { ...this.order, ...settlement }
      for (const transaction of settlement.transactions) this.post(transaction)
    }
    return this
  }

  spend(item: Item, units: number): this {
    const spent = Math.min(units, this.available.get(item) ?? 0)
    this.available = addUp([...this.available, [item, -spent]])
    return this
  }

  claimed = () => this.order.lines.map(({ unitsWithdrawn, unitsSpent }) => [unitsWithdrawn, unitsSpent])
  balances = () => [this.available.get('gif_saves') ?? 0, this.available.get('wild_cards') ?? 0]

  private post(transaction: LedgerTransaction): void {
    this.ledger.push(transaction)
    const mine = transaction.entries.filter(({ account }) => account === 'available')
    this.available = addUp([...this.available, ...mine.map(({ item, amount }) => [item, amount] as const)])
  }
}

const telling = fc.record({ event: anyEvent, spends: fc.nat({ max: 12 }) })

describe('an order in any history', () => {
  test('is granted once, balances, and never takes more than there is', () => {
    fc.assert(
      fc.property(fc.array(telling, { maxLength: 15 }), (history) => {
        const story = new Story()
        for (const { event, spends } of history) {
          story.tell(event).spend('gif_saves', spends).spend('wild_cards', spends)
          for (const balance of story.balances()) expect(balance).toBeGreaterThanOrEqual(0)
          for (const { units, unitsWithdrawn, unitsSpent } of story.order.lines) {
            expect(Math.min(unitsWithdrawn, unitsSpent)).toBeGreaterThanOrEqual(0)
            expect(unitsWithdrawn + unitsSpent).toBeLessThanOrEqual(units)
          }
        }
        for (const { entries } of story.ledger) {
          const sums = addUp(entries.map(({ item, amount }) => [item, amount] as const))
          expect([...sums.values()].every((sum) => sum === 0)).toBe(true)
        }
        expect(new Set(story.ledger.map(({ key }) => key)).size).toBe(story.ledger.length)
        expect(story.ledger.filter(({ kind }) => kind === 'purchase').length).toBe(story.order.granted ? 1 : 0)
      }),
      { numRuns: 500 },
    )
  })

  test('leaves the same balances whatever the order of its events, if nothing is spent between them', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyEvent, { maxLength: 8 })
          .chain((events) =>
            fc.tuple(
              fc.constant(events),
              fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
            ),
          ),
        ([events, told]) => {
          const [one, other] = [new Story().tell(...events), new Story().tell(...told)]
          expect(other.balances()).toEqual(one.balances())
          expect(other.claimed()).toEqual(one.claimed())
          expect(other.order.status).toBe(one.order.status)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('returns what a won dispute took, whatever else has been claimed', () => {
    fc.assert(
      fc.property(fc.nat({ max: 25 }), fc.nat({ max: 847 }), (spent, cents) => {
        const spending = (): Story => new Story().tell(paid).spend('gif_saves', spent).spend('wild_cards', spent)
        const disputed = spending().tell(dispute('open'), refunded(cents), dispute('won'))
        const undisputed = spending().tell(refunded(cents))
        expect(disputed.balances()).toEqual(undisputed.balances())
        expect(disputed.claimed()).toEqual(undisputed.claimed())
      }),
    )
  })
})

describe('a claim', () => {
  test('takes what is unspent, notes the rest, and emits an event', () => {
    const story = new Story().tell(paid).spend('gif_saves', 15)
    const settlement = settleOrder(story.order, entitlementOf(order, [paid, refunded(847)]), story.available)
    expect(settlement?.events).toEqual([{ kind: 'reversed', why: 'refund', unitsWithdrawn: 30, unitsSpent: 15 }])
    expect(settlement?.transactions).toMatchObject([{ key: 'refund:order:2', kind: 'refund' }])
  })

  test('of a payment that arrives later is granted and claimed at once', () => {
    const settlement = settleOrder(order, entitlementOf(order, [paid, dispute('open')]), addUp([['gif_saves', 3]]))
    expect(settlement?.transactions.map(({ kind }) => kind)).toEqual(['purchase', 'dispute'])
    expect(settlement?.events).toEqual([
      { kind: 'paid' },
      { kind: 'reversed', why: 'dispute', unitsWithdrawn: 45, unitsSpent: 0 },
    ])
  })

  test('changes nothing the second time', () => {
    const story = new Story().tell(paid, refunded(300))
    expect(settleOrder(story.order, entitlementOf(order, story.events), story.available)).toBeUndefined()
  })
})
