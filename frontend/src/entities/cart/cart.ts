import { browserMemory, type Memory } from '../../shared/browser/memory.js'
import { readLines, without, type CartLines } from './cart-lines.js'
import { readCheckout } from './checkout-record.js'

const LINES_KEY = 'kla-cart'
const CHECKOUT_KEY = 'kla-checkout'

/**
 * The cart of this browser, one for all its tabs. It is what the memory says: nothing is kept beside it that could
 * differ from what another tab wrote.
 */
export const createCart = (memory: Memory) => {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let read: CartLines = []

  const lines = () => {
    const now = memory.getItem(LINES_KEY)
    if (now !== text) {
      text = now
      read = readLines(now)
    }
    return read
  }
  const change = (edit: (lines: CartLines) => CartLines) => {
    memory.setItem(LINES_KEY, JSON.stringify(edit(lines())))
    listeners.forEach((listener) => listener())
  }

  return {
    /** The same array until something changes. */
    lines,
    change,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Remembers what went to the checkout with this session id; it stays in the cart until it is paid. */
    checkedOut(sessionId: string, lines: CartLines) {
      memory.setItem(CHECKOUT_KEY, JSON.stringify({ sessionId, lines }))
    },
    /** Takes out what was bought, once. What came into the cart meanwhile stays. */
    paid(sessionId: string) {
      const checkout = readCheckout(memory.getItem(CHECKOUT_KEY))
      if (checkout?.sessionId !== sessionId) return
      memory.removeItem(CHECKOUT_KEY)
      change((lines) => without(lines, checkout.lines))
    },
  }
}

export const cart = createCart(browserMemory('localStorage'))
