import { KlaError } from '@kla/chassis'
import Stripe from 'stripe'

/**
 * Stripe's answer; undefined when it knows no such thing. Anything else that goes wrong is a refusal without what was
 * sent: Stripe's errors repeat e-mail addresses and parts of keys.
 */
export async function answerOf<T>(question: Promise<T>): Promise<T | undefined> {
  try {
    return await question
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.statusCode === 404 && error.code === 'resource_missing') return undefined
    // People can mend this one themselves.
    if (error.param === 'customer_email') throw new KlaError('RECEIPT_EMAIL_INVALID')
    throw new KlaError('PAYMENTS_UNAVAILABLE', undefined, { cause: new Error(describe(error)) })
  }
}

function describe({ type, statusCode, code, param, requestId }: InstanceType<typeof Stripe.errors.StripeError>): string {
  const facts = Object.entries({ status: statusCode, code, param, request: requestId })
  const known = facts.filter(([, value]) => value !== undefined).map(([name, value]) => `${name} ${value}`)
  return [type, ...known].join(', ')
}
