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

interface CheckoutRecord {
  readonly sessionId: string
  readonly lines: CartLines
}

const readCheckout = (text: string | null): CheckoutRecord | null => {
  try {
    const { sessionId, lines } = (JSON.parse(text ?? 'null') ?? {}) as Partial<CheckoutRecord>
    return typeof sessionId === 'string' ? { sessionId, lines: readLines(JSON.stringify(lines ?? [])) } : null
  } catch {
    return null
  }
}

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

  return {
    lines,
    change,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    checkedOut(sessionId: string, lines: CartLines) {
      memory.setItem(CHECKOUT_KEY, JSON.stringify({ sessionId, lines }))
    },
    /** Removes bought lines once; later additions stay. */
    paid(sessionId: string) {
      const checkout = readCheckout(memory.getItem(CHECKOUT_KEY))
      if (checkout?.sessionId !== sessionId) return
      memory.removeItem(CHECKOUT_KEY)
      change((lines) => without(lines, checkout.lines))
    },
  }
}

export const cart = createCart(browserMemory('localStorage'))
