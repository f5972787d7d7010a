import type { Item, Reason } from '@kla/proto/web'

/** Why something is not done. Nothing has changed then. */
export interface Refused {
  readonly refused: Reason
  /** For a person, where it says more than the reason does. */
  readonly text?: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

/** A player's two accounts of an item, and the shop's own. */
export type LedgerAccount = 'available' | 'held' | 'sold' | 'used' | 'withdrawn' | 'gifted' | 'rewarded'

/** Every kind of transaction moves items from one account to another. */
const MOVES = {
  purchase: { from: 'sold', to: 'available' },
  hold: { from: 'available', to: 'held' },
  commit: { from: 'held', to: 'used' },
  release: { from: 'held', to: 'available' },
  refund: { from: 'available', to: 'withdrawn' },
  dispute: { from: 'available', to: 'withdrawn' },
  'dispute-won': { from: 'withdrawn', to: 'available' },
  gift: { from: 'gifted', to: 'available' },
  activate: { from: 'available', to: 'used' },
  reward: { from: 'rewarded', to: 'available' },
} as const satisfies Record<string, { readonly from: LedgerAccount; readonly to: LedgerAccount }>

type TransactionKind = keyof typeof MOVES

interface LedgerEntry {
  readonly account: LedgerAccount
  readonly item: Item
  /** Never zero; what leaves an account is negative. */
  readonly amount: number
}

export interface LedgerTransaction {
  /** Under one key there is one transaction. */
  readonly key: string
  readonly kind: TransactionKind
  /** The player whose accounts it touches. */
  readonly accountId: number
  /** They sum to zero for each item. */
  readonly entries: readonly LedgerEntry[]
  /** Of a gift. */
  readonly given?: { readonly by: number; readonly reason: string }
}

export type Amounts = ReadonlyMap<Item, number>

/** Items added up, as `amounts` may name one several times. */
export function addUp(amounts: Iterable<readonly [Item, number]>): Amounts {
  const sums = new Map<Item, number>()
  for (const [item, amount] of amounts) sums.set(item, (sums.get(item) ?? 0) + amount)
  return sums
}

/** A transaction that moves `amounts`, none of them negative, as its kind says. Undefined if there is nothing to move. */
export function moveItems(
  kind: TransactionKind,
  subject: string,
  accountId: number,
  amounts: Amounts,
): LedgerTransaction | undefined {
  const { from, to } = MOVES[kind]
  const entries = [...amounts]
    .filter(([, amount]) => amount > 0)
    .flatMap(([item, amount]) => [
      { account: from, item, amount: -amount },
      { account: to, item, amount },
    ])
  return entries.length === 0 ? undefined : { key: `${kind}:${subject}`, kind, accountId, entries }
}
