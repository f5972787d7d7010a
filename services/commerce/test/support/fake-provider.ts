import { KlaError } from '@kla/chassis'
import type {
  CheckoutOrder,
  PaymentNotice,
  PaymentProvider,
  ProviderName,
  RawNotification,
} from '../../src/payments/payment-provider.js'

/** A provider in memory: knows what it opened and what the test has paid there, and signs with a word. */
export class FakeProvider implements PaymentProvider {
  down = false
  readonly opened = new Map<string, CheckoutOrder>()
  /** What it answers when it is asked how a checkout stands; unpaid unless set. */
  readonly answers = new Map<string, PaymentNotice>()
  asked = 0

  constructor(readonly name: ProviderName = 'stripe') {}

  openCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string | undefined }> {
    if (this.down) return Promise.reject(new KlaError('PAYMENTS_UNAVAILABLE'))
    const sessionId = `cs_${order.orderId.replaceAll('-', '')}`
    this.opened.set(sessionId, order)
    return Promise.resolve({ sessionId, url: this.urlOf(sessionId) })
  }

  readCheckout(sessionId: string): Promise<PaymentNotice | undefined> {
    this.asked++
    if (this.down) return Promise.reject(new KlaError('PAYMENTS_UNAVAILABLE'))
    const order = this.opened.get(sessionId)
    if (!order) return Promise.resolve(undefined)
    return Promise.resolve(this.answers.get(sessionId) ?? { kind: 'unpaid', eventId: '', order: { sessionId } })
  }

  readNotification({ body, signature }: RawNotification): Promise<readonly PaymentNotice[]> {
    if (signature !== SIGNED) return Promise.reject(new KlaError('SIGNATURE_INVALID'))
    return Promise.resolve(JSON.parse(Buffer.from(body).toString()) as PaymentNotice[])
  }

  protected urlOf(sessionId: string): string | undefined {
    return `https://pay/${sessionId}`
  }
}

/** The other shape: the browser posts a signed form. */
export class FakeFormProvider extends FakeProvider {
  constructor() {
    super('acquirer')
  }

  checkoutForm(order: CheckoutOrder) {
    const fields = { order: order.orderId, amount: String(order.totalCents), email: order.email, back: order.returnUrl }
    return { action: 'https://acquirer/pay', fields: Object.entries(fields).map(([name, value]) => ({ name, value })) }
  }

  protected override urlOf(): undefined {
    return undefined
  }
}

const SIGNED = 'signed'

/** Notices as the provider would send them. */
export const notification = (
  notices: readonly PaymentNotice[],
  provider: ProviderName = 'stripe',
  signature = SIGNED,
) => ({
  provider,
  body: Buffer.from(JSON.stringify(notices)),
  signature,
})
