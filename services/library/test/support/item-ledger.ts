import { KlaError } from '@kla/chassis'
import type { ItemHolds } from '../../src/saved/commerce-client.js'

/** What happens to a call on its way. Late: the caller gives up, and it takes effect only when the network lets it. */
export type Fate = 'fine' | 'lost' | 'answer lost' | 'late' | 'late twice' | 'twice'

interface Entry {
  readonly accountId: number
  readonly state: 'held' | 'committed' | 'released'
}

/**
 * Commerce as the contract describes it, with books of its own and a network in front that can do what networks do.
 * Keys have the account in them, which stands in for the principal.
 */
export class ItemLedger {
  readonly #entries = new Map<string, Entry>()
  readonly #granted = new Map<number, number>()
  #onTheWay: (() => void)[] = []
  /** Each call that arrived, in order. */
  readonly calls: string[] = []

  grant(accountId: number, items: number): void {
    this.#granted.set(accountId, (this.#granted.get(accountId) ?? 0) + items)
  }

  /** The keys of an account in a state. */
  keys(accountId: number, state: Entry['state']): string[] {
    return [...this.#entries].filter(([, at]) => at.accountId === accountId && at.state === state).map(([key]) => key)
  }

  available(accountId: number): number {
    const taken = this.keys(accountId, 'held').length + this.keys(accountId, 'committed').length
    return (this.#granted.get(accountId) ?? 0) - taken
  }

  /** What was late arrives. */
  deliver(): void {
    const arrived = this.#onTheWay
    this.#onTheWay = []
    for (const call of arrived) call()
  }

  /** A connection to it; `fate` is asked once for each call. */
  connect(fate: (call: 'hold' | 'settle') => Fate = () => 'fine'): ItemHolds {
    const carry = async (call: 'hold' | 'settle', effect: () => void): Promise<void> => {
      // An answer takes at least a turn, so that calls made together overlap.
      await new Promise((resolve) => setImmediate(resolve))
      await this.#carry(fate(call), effect)
    }
    return {
      hold: (key) => carry('hold', () => this.#hold(key)),
      settle: (key, outcome) => carry('settle', () => this.#settle(key, outcome)),
      close: () => undefined,
    }
  }

  async #carry(fate: Fate, effect: () => void): Promise<void> {
    const quietly = (): void => {
      try {
        effect()
      } catch {
        // The answer is lost.
      }
    }
    if (fate === 'fine') return effect()
    if (fate === 'twice') {
      quietly()
      return effect()
    }
    if (fate === 'answer lost') quietly()
    if (fate === 'late') this.#onTheWay.push(quietly)
    if (fate === 'late twice') this.#onTheWay.push(quietly, quietly)
    throw new KlaError('UNAVAILABLE')
  }

  #hold(key: string): void {
    this.calls.push(`hold ${key}`)
    const known = this.#entries.get(key)
    if (known?.state === 'released') throw new KlaError('CONFLICT')
    if (known) return
    const accountId = Number(key.split(':')[1])
    if (this.available(accountId) < 1) throw new KlaError('NO_GIF_SAVES')
    this.#entries.set(key, { accountId, state: 'held' })
  }

  #settle(key: string, outcome: 'commit' | 'release'): void {
    this.calls.push(`${outcome} ${key}`)
    const state = outcome === 'commit' ? 'committed' : 'released'
    const known = this.#entries.get(key)
    if (known?.state === state) return
    if (known?.state !== 'held' && !(known === undefined && outcome === 'release')) throw new KlaError('CONFLICT')
    this.#entries.set(key, { accountId: Number(key.split(':')[1]), state })
  }
}
