import type { Item, ORDER_STATUSES, PAYMENT_PROVIDERS } from '@kla/proto/web'

export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** A line of a cart with its price. */
export interface PricedLine {
  readonly itemId: number
  readonly name: string
  readonly unitCents: number
  readonly quantity: number
  readonly item: Item
  readonly units: number
}

/** Line of an order, with what was taken back. */
export interface OrderLine extends PricedLine, Claimed {}

/** Units taken back, unspent and spent. */
export interface Claimed {
  readonly unitsWithdrawn: number
  readonly unitsSpent: number
}

/** An order with its lines and payment. */
export interface Order {
  readonly id: string
  readonly accountId: number
  readonly provider: (typeof PAYMENT_PROVIDERS)[number]
  readonly sessionId: string | undefined
  readonly totalCents: number
  readonly currency: string
  readonly status: OrderStatus
  readonly granted: boolean
  readonly revision: number
  readonly createdAtMs: number
  readonly lines: readonly OrderLine[]
}

/** Accounts of double entry: a player's two, then the shop's. */
export type LedgerAccount = 'available' | 'held' | 'sold' | 'used' | 'withdrawn' | 'gifted' | 'rewarded'

const MOVES = {
  purchase: { from: 'sold', to: 'available' },
  hold: { from: 'available', to: 'held' },
  commit: { from: 'held', to: 'used' },
  release: { from: 'held', to: 'available' },
  refund: { from: 'available', to: 'withdrawn' },
  dispute: { from: 'available', to: 'withdrawn' },
  'refund-failed': { from: 'withdrawn', to: 'available' },
  'dispute-won': { from: 'withdrawn', to: 'available' },
  gift: { from: 'gifted', to: 'available' },
  activate: { from: 'available', to: 'used' },
  reward: { from: 'rewarded', to: 'available' },
} as const satisfies Record<string, { readonly from: LedgerAccount; readonly to: LedgerAccount }>

type TransactionKind = keyof typeof MOVES

interface LedgerEntry {
  readonly account: LedgerAccount
  readonly item: Item
  /** Nonzero; negative for the account that it leaves. */
  readonly amount: number
}

/** A balanced transaction of the ledger, stored once per key. */
export interface LedgerTransaction {
  readonly key: string
  readonly kind: TransactionKind
  readonly accountId: number
  readonly entries: readonly LedgerEntry[]
  readonly given?: { readonly by: number; readonly reason: string }
}

/** Units of each item. */
export type Amounts = ReadonlyMap<Item, number>

export function addUp(amounts: Iterable<readonly [Item, number]>): Amounts {
  const sums = new Map<Item, number>()
  for (const [item, amount] of amounts) sums.set(item, (sums.get(item) ?? 0) + amount)
  return sums
}

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
