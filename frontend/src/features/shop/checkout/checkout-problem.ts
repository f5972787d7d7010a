import { isEmailAddress, type ClientConfig } from '@kla/proto/web'
import { errorCode, errorText } from '../../../shared/api/errors.js'

/** Why nothing was paid, in words. */
export interface CheckoutProblem {
  /** Beside the e-mail, or for the checkout as a whole. */
  readonly about: 'email' | 'checkout'
  readonly text: string
  /** What more there is to say. */
  readonly detail?: string
}

const FAILED = 'Checkout failed. Please try again.'
const KEY_MISSING = 'Stripe publishable key missing. Set VITE_STRIPE_PUBLISHABLE_KEY or REACT_APP_STRIPE_PK.'
const EMAIL_MISSING = 'Please enter an email for the receipt.'
const EMAIL_INVALID = 'This is not a whole email address. It should look like name@example.com.'
/** Refusals that are about the address: they stand beside it, and nothing else is said. */
const ABOUT_EMAIL: ReadonlySet<string> = new Set(['RECEIPT_EMAIL_REQUIRED', 'RECEIPT_EMAIL_INVALID'])

type Payments = ClientConfig['payments']

/** What forbids to begin; null when nothing does. `payments` is undefined while the server has not told it. */
export const problemBefore = (email: string, payments: Payments | undefined): CheckoutProblem | null => {
  if (payments?.provider === 'stripe' && payments.publishableKey === '') return { about: 'checkout', text: KEY_MISSING }
  const address = email.trim()
  if (address === '') return { about: 'email', text: EMAIL_MISSING }
  if (!isEmailAddress(address)) return { about: 'email', text: EMAIL_INVALID }
  return null
}

/** What a failed call comes to. A refusal has words of the server's that say what to do; a breakdown has none. */
export const problemOf = (error: unknown): CheckoutProblem => {
  const status = (error as { status?: unknown } | undefined)?.status
  if (status === 'FETCH_ERROR') return { about: 'checkout', text: FAILED, detail: 'Kla is not answering.' }
  if (ABOUT_EMAIL.has(errorCode(error))) return { about: 'email', text: errorText(error, EMAIL_INVALID) }
  const detail = typeof status === 'number' && status < 500 ? errorText(error, FAILED) : FAILED
  return detail === FAILED ? { about: 'checkout', text: FAILED } : { about: 'checkout', text: FAILED, detail }
}
