import { readLines, type CartLines } from './cart-lines.js'

/** What went to the checkout, under the id by which it can be verified. */
export interface CheckoutRecord {
  readonly sessionId: string
  readonly lines: CartLines
}

/** Reads what a browser kept; null where there is nothing to be made of it. */
export const readCheckout = (text: string | null): CheckoutRecord | null => {
  try {
    const { sessionId, lines } = (JSON.parse(text ?? 'null') ?? {}) as Partial<CheckoutRecord>
    return typeof sessionId === 'string' ? { sessionId, lines: readLines(JSON.stringify(lines ?? [])) } : null
  } catch {
    return null
  }
}
