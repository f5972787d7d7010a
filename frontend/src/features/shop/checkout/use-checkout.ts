import { useEffect, useRef, useState } from 'react'
import { useClientConfig } from '../../../shared/api/client-config.js'
import { useCreateCheckoutMutation } from '../shop-api.js'
import { cart } from '../../../entities/cart/cart.js'
import { toCartLines, type PricedLine } from '../cart/priced-lines.js'
import { problemBefore, problemOf, type CheckoutProblem } from './checkout-problem.js'
import { goToPayment } from './go-to-payment.js'

/** Takes the cart to the payment provider. */
export const useCheckout = (lines: readonly PricedLine[]) => {
  const payments = useClientConfig()?.payments
  const [createCheckout] = useCreateCheckoutMutation()
  const [paying, setPaying] = useState(false)
  const [problem, setProblem] = useState<CheckoutProblem | null>(null)
  const request = useRef<{ abort: () => void } | null>(null)

  useEffect(() => {
    // "Back" from the provider's page may bring this one back as it was left.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setPaying(false)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pageshow', comeBack)
      // Whoever closes the checkout does not want to be taken away a moment later.
      request.current?.abort()
    }
  }, [])

  const fail = (problem: CheckoutProblem) => {
    setProblem(problem)
    setPaying(false)
  }

  const pay = async (email: string) => {
    const wrong = problemBefore(email, payments)
    setProblem(wrong)
    if (wrong) return
    setPaying(true)
    const bought = toCartLines(lines)
    const items = bought.map(({ itemId, count }) => ({ item_id: itemId, quantity: count }))
    const asked = createCheckout({ items, email: email.trim() })
    request.current = asked
    const { data: session, error } = await asked
    if (!session) return fail(problemOf(error))
    cart.checkedOut(session.id, bought)
    // On its way it is still being paid: the page goes in a moment.
    const stuck = goToPayment(session.url)
    if (stuck !== null) fail({ about: 'checkout', text: stuck })
  }

  return { pay, paying, problem }
}
