import { browserMemory, type Memory } from '../../shared/browser/memory.js'
import { CART_KEY, CHECKOUT_KEY } from '../../shared/browser/personal.js'

/** Cart line; the server owns name and price. */
export interface CartLine {
  readonly itemId: number
  readonly count: number
}

export type CartLines = readonly CartLine[]

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 1

const toLine = (entry: unknown): CartLine | null => {
  const { itemId, count } = (entry ?? {}) as Partial<CartLine>
  return isCount(itemId) && isCount(count) ? { itemId: itemId as number, count: count as number } : null
}

/** Drops invalid lines and duplicates. */
export const readLines = (text: string | null): CartLines => {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(kept)) return []
  const lines = new Map<number, CartLine>()
  for (const entry of kept) {
    const line = toLine(entry)
    if (line && !lines.has(line.itemId)) lines.set(line.itemId, line)
  }
  return [...lines.values()]
}

const countOf = (lines: CartLines, itemId: number) => lines.find((line) => line.itemId === itemId)?.count ?? 0

const withCount = (lines: CartLines, itemId: number, count: number): CartLines =>
  lines.flatMap((line) => (line.itemId !== itemId ? [line] : count > 0 ? [{ itemId, count }] : []))

export const add = (lines: CartLines, itemId: number): CartLines =>
  countOf(lines, itemId) > 0 ? lines : [...lines, { itemId, count: 1 }]

export const increase = (lines: CartLines, itemId: number, max: number): CartLines =>
  withCount(lines, itemId, Math.min(countOf(lines, itemId) + 1, max))

export const decrease = (lines: CartLines, itemId: number): CartLines =>
  withCount(lines, itemId, countOf(lines, itemId) - 1)

export const without = (lines: CartLines, bought: CartLines): CartLines =>
  bought.reduce((left, { itemId, count }) => withCount(left, itemId, countOf(left, itemId) - count), lines)

/** A checkout that may have been paid, and what the cart held. */
interface CheckoutRecord {
  readonly sessionId: string
  readonly lines: CartLines
  readonly openedAtMs: number
}

const toCheckout = (entry: unknown): CheckoutRecord[] => {
  const { sessionId, lines, openedAtMs } = (entry ?? {}) as Partial<CheckoutRecord>
  if (typeof sessionId !== 'string') return []
  return [{ sessionId, lines: readLines(JSON.stringify(lines ?? [])), openedAtMs: openedAtMs ?? Infinity }]
}

/** Reads a single record, too, as an earlier page has kept it. */
const readCheckouts = (text: string | null): readonly CheckoutRecord[] => {
  try {
    return [JSON.parse(text ?? '[]') as unknown].flat().flatMap(toCheckout)
  } catch {
    return []
  }
}

/** Older ones can hardly be paid any more. */
const CHECKOUTS_MAX = 5
/** Age after which an unpaid checkout cannot be paid any more: providers close it within a day. */
const PAYABLE_MS = 24 * 3_600_000

/** What the server says of a checkout; unknown if it does not answer. */
export type CheckoutState = 'paid' | 'unpaid' | 'missing' | 'unknown'

/** What is known of all checkouts: `paid` if any was, else `unknown` if the server said nothing of one. */
export type Settled = 'paid' | 'unknown' | 'none'

/** Makes the cart that all tabs share. */
export const createCart = (memory: Memory) => {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let read: CartLines = []

  const lines = () => {
    const now = memory.getItem(CART_KEY)
    if (now !== text) {
      text = now
      read = readLines(now)
    }
    return read
  }
  const change = (edit: (lines: CartLines) => CartLines) => {
    memory.setItem(CART_KEY, JSON.stringify(edit(lines())))
    listeners.forEach((listener) => listener())
  }

  const checkouts = () => readCheckouts(memory.getItem(CHECKOUT_KEY))
  const keepCheckouts = (records: readonly CheckoutRecord[]) =>
    memory.setItem(CHECKOUT_KEY, JSON.stringify(records.slice(-CHECKOUTS_MAX)))

  /** Removes bought lines once; later additions stay. */
  const paid = (sessionId: string) => {
    const bought = checkouts().find((each) => each.sessionId === sessionId)?.lines
    if (!bought) return
    // Other checkouts may have been for the same lines: they must not take what is added from now on.
    const others = checkouts().filter((each) => each.sessionId !== sessionId)
    const left = others.map((each) => ({ ...each, lines: without(each.lines, bought) }))
    keepCheckouts(left.filter((each) => each.lines.length > 0))
    change((lines) => without(lines, bought))
  }

  return {
    lines,
    change,
    paid,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    checkedOut(sessionId: string, lines: CartLines, nowMs: number) {
      keepCheckouts([...checkouts(), { sessionId, lines, openedAtMs: nowMs }])
    },
    /** Removes what was paid elsewhere, or without coming back here. */
    async settle(ask: (sessionId: string) => Promise<CheckoutState>, nowMs: number): Promise<Settled> {
      const settleOne = async ({ sessionId, openedAtMs }: CheckoutRecord): Promise<CheckoutState> => {
        const state = await ask(sessionId)
        if (state === 'paid') paid(sessionId)
        const isOver = state === 'missing' || (state === 'unpaid' && nowMs - openedAtMs >= PAYABLE_MS)
        if (isOver) keepCheckouts(checkouts().filter((each) => each.sessionId !== sessionId))
        return state
      }
      const states = await Promise.all(checkouts().map(settleOne))
      return (['paid', 'unknown'] as const).find((state) => states.includes(state)) ?? 'none'
    },
  }
}

export const cart = createCart(browserMemory('localStorage'))
