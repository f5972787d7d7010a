import { useCallback, useEffect, useRef, useState } from 'react'
import { cart, type CheckoutState, type Settled } from '../../entities/cart/cart.js'
import { useVerifyPurchaseMutation } from '../../entities/shop/shop.js'
import { isMissing } from '../../shared/api/errors.js'

/** The server limits these questions: switching between tabs must not use them up. */
const ASKED_EVERY_MS = 10_000

/** Asks about checkouts whose end this browser has not seen, whenever the shop comes into view. */
export const useEarlierCheckouts = () => {
  const [verify] = useVerifyPurchaseMutation()
  const [foundPaid, setFoundPaid] = useState(false)
  const asking = useRef<Promise<Settled> | null>(null)
  const askedAtMs = useRef(-Infinity)

  const settle = useCallback(() => {
    const ask = async (sessionId: string): Promise<CheckoutState> => {
      const { data, error } = await verify(sessionId)
      if (!data) return isMissing(error) ? 'missing' : 'unknown'
      return data.payment_status === 'paid' ? 'paid' : 'unpaid'
    }
    askedAtMs.current = Date.now()
    asking.current ??= cart.settle(ask, Date.now()).finally(() => (asking.current = null))
    return asking.current.then((found) => {
      if (found === 'paid') setFoundPaid(true)
      return found
    })
  }, [verify])

  useEffect(() => {
    const settleInView = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAtMs.current >= ASKED_EVERY_MS) void settle()
    }
    settleInView()
    // "Back" from the provider may restore this page from the cache, and another tab may have paid.
    window.addEventListener('pageshow', settleInView)
    document.addEventListener('visibilitychange', settleInView)
    return () => {
      window.removeEventListener('pageshow', settleInView)
      document.removeEventListener('visibilitychange', settleInView)
    }
  }, [settle])

  return { settle, foundPaid }
}
