import { type CallContext, KlaError } from '@kla/chassis'
import type { Commerce } from '../../src/spending/commerce-client.js'
import { accountOf } from './account-of.js'

type Outcome = 'commit' | 'release'

/** The ledger of Wild Cards as the contract has it: keyed holds, of which the first outcome stays. */
export class FakeCommerce implements Commerce {
  /** What each key was settled as, in order; more than one entry for a key is more than the engine should ask. */
  readonly settled: { key: string; outcome: Outcome }[] = []
  readonly #available = new Map<number, number>()
  readonly #spent = new Map<number, number>()
  readonly #holds = new Map<string, { accountId: number | undefined; outcome: Outcome | undefined }>()

  give(accountId: number, wildCards: number): void {
    this.#available.set(accountId, wildCards)
  }

  available = (accountId: number): number => this.#available.get(accountId) ?? 0
  spent = (accountId: number): number => this.#spent.get(accountId) ?? 0
  held = (accountId: number): number =>
    [...this.#holds.values()].filter((hold) => hold.accountId === accountId && !hold.outcome).length
  keys = (accountId: number): string[] =>
    [...this.#holds].filter(([, hold]) => hold.accountId === accountId).map(([key]) => key)

  async holdWildCard(key: string, context: CallContext): Promise<number> {
    const accountId = accountOf(context)
    const known = this.#holds.get(key)
    if (known?.outcome === 'release') throw new KlaError('CONFLICT')
    if (!known) {
      if (this.available(accountId) === 0) throw new KlaError('NO_WILD_CARDS')
      this.#available.set(accountId, this.available(accountId) - 1)
      this.#holds.set(key, { accountId, outcome: undefined })
    }
    return this.available(accountId)
  }

  async settle(key: string, outcome: Outcome): Promise<void> {
    this.settled.push({ key, outcome })
    const hold = this.#holds.get(key)
    if (!hold) {
      if (outcome === 'commit') throw new KlaError('CONFLICT')
      this.#holds.set(key, { accountId: undefined, outcome })
      return
    }
    if (hold.outcome === outcome) return
    if (hold.outcome) throw new KlaError('CONFLICT')
    hold.outcome = outcome
    const { accountId } = hold
    if (accountId === undefined) return
    if (outcome === 'commit') this.#spent.set(accountId, this.spent(accountId) + 1)
    else this.#available.set(accountId, this.available(accountId) + 1)
  }

  close(): void {}
}
