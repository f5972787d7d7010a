import type { PurchaseVerification } from '@kla/proto/web'
import { formatMoney } from '../../../shared/format.js'

/** What is said about a purchase on the way back from paying. */
export interface Verdict {
  readonly kind: 'paid' | 'unpaid' | 'unknown'
  readonly text: string
}

/** `answer` is undefined where none could be had. */
export const verdictOn = (answer: PurchaseVerification | undefined): Verdict => {
  if (answer?.payment_status === 'paid') {
    return { kind: 'paid', text: `Thanks for your purchase! Total ${formatMoney(answer.amount_total)}` }
  }
  return answer
    ? { kind: 'unpaid', text: 'Payment not completed yet. Please check again.' }
    : { kind: 'unknown', text: 'Could not verify payment, but items may still be granted.' }
}
