import { signIn, type Session } from '@kla/bench'
import type { CheckoutSession, Inventory, Orders, PurchaseVerification, SavedGifs } from '@kla/proto/web'
import { eventually } from '../eventually.js'

/** Lines as `POST /checkout/create-session` takes them. */
export type Cart = readonly { readonly item_id: number; readonly quantity: number }[]
export type Counts = Inventory['counts']

/** Somebody who is signed in and shops without a browser. */
export interface Shopper {
  readonly session: Session
  /** Opens a checkout; the answer's `url` is where to pay. */
  openCheckout(cart: Cart): Promise<CheckoutSession>
  /** Asks for a checkout again and again until it is paid. */
  awaitPaid(checkoutId: string): Promise<PurchaseVerification>
  counts(): Promise<Counts>
  orders(): Promise<Orders['orders']>
  savedGifs(): Promise<SavedGifs>
}

const WITHIN_MS = 20_000

export const signInShopper = async (url: string, persona: string): Promise<Shopper> =>
  shopperOf(await signIn(url, persona))

/** What fails because nobody answers is asked again, as a person does; any other refusal is an error. */
export function shopperOf(session: Session): Shopper {
  const call = async <T>(...request: Parameters<Session['request']>): Promise<T> => {
    const response = await eventually(async () => {
      const answered = await session.request(...request)
      return answered.status < 500 && answered
    }, WITHIN_MS)
    if (!response.ok) throw new Error(`${response.status} from ${request[0]}: ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    session,
    openCheckout: (items) =>
      call('/checkout/create-session', { method: 'POST', body: { items, email: 'shopper@example.com' } }),
    awaitPaid: (checkoutId) =>
      eventually(async () => {
        const found = await call<PurchaseVerification>(`/checkout/verify?session_id=${encodeURIComponent(checkoutId)}`)
        return found.payment_status === 'paid' && found
      }, WITHIN_MS),
    counts: async () => (await call<Inventory>('/user/inventory')).counts,
    orders: async () => (await call<Orders>('/user/orders')).orders,
    savedGifs: () => call('/user/saved_gifs'),
  }
}

/** Pays at the page of the stand-in for Stripe with a card that is good. */
export async function payAtStripe(url: string): Promise<void> {
  const response = await fetch(`${url}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242 4242 4242 4242' }),
    signal: AbortSignal.timeout(WITHIN_MS),
  })
  if (!response.ok) throw new Error(`the payment was answered with ${response.status}`)
}

/** Buys at the stand-in for Stripe. */
export async function buy(shopper: Shopper, cart: Cart): Promise<void> {
  const { id, url } = await shopper.openCheckout(cart)
  await payAtStripe(url)
  await shopper.awaitPaid(id)
}
