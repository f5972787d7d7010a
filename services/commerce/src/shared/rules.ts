import type { Item, ORDER_STATUSES, PAYMENT_PROVIDERS } from '@kla/proto/web'

export type OrderStatus = (typeof ORDER_STATUSES)[number]

export interface PricedLine {
  readonly itemId: number
  readonly name: string
  readonly unitCents: number
  readonly quantity: number
  readonly item: Item
  /** Quantity times pack size. */
  readonly units: number
}

export interface OrderLine extends PricedLine, Claimed {}

export interface Claimed {
  /** Taken back while unspent. */
  readonly unitsWithdrawn: number
  /** Due back, but spent already. */
  readonly unitsSpent: number
}

export interface Order {
  readonly id: string
  readonly accountId: number
  readonly provider: (typeof PAYMENT_PROVIDERS)[number]
  /** The provider's id of the checkout; undefined until it is open. */
  readonly sessionId: string | undefined
  readonly totalCents: number
  readonly currency: string
  readonly status: OrderStatus
  readonly granted: boolean
  readonly revision: number
  readonly createdAtMs: number
  readonly lines: readonly OrderLine[]
}

/** A player's two accounts of an item, and the shop's own. */
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
  /** Never zero; negative for the account it leaves. */
  readonly amount: number
}

export interface LedgerTransaction {
  /** Unique. */
  readonly key: string
  readonly kind: TransactionKind
  readonly accountId: number
  /** They sum to zero per item. */
  readonly entries: readonly LedgerEntry[]
  /** For gifts. */
  readonly given?: { readonly by: number; readonly reason: string }
}

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
