import { CATALOGUE, type ClientConfig, isEmailAddress, type Item, typedText } from '@kla/proto/web'
import type { CartLines } from '../../entities/cart/cart.js'
import type { PassSeason } from '../../entities/pass/pass.js'
import { grantsOf } from '../../entities/shop/items.js'
import type { Offer } from '../../entities/shop/shop.js'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { plannedWords } from '../../shared/time/when-words.js'

/** An offer and its number in the cart. */
export interface PricedLine {
  readonly offer: Offer
  readonly count: number
}

/** Drops what is off sale and caps counts at their limits. */
export const priceLines = (lines: CartLines, offers: readonly Offer[]): PricedLine[] =>
  lines.flatMap(({ itemId, count }) => {
    const offer = offers.find(({ id }) => id === itemId)
    return offer ? [{ offer, count: Math.min(count, offer.maxPerPurchase) }] : []
  })

export const droppedItems = (lines: CartLines, offers: readonly Offer[]): number[] =>
  lines.flatMap(({ itemId }) => (offers.some(({ id }) => id === itemId) ? [] : [itemId]))

export const toCartLines = (lines: readonly PricedLine[]): CartLines =>
  lines.map(({ offer, count }) => ({ itemId: offer.id, count }))

export const lineCents = ({ offer, count }: PricedLine) => offer.priceCents * count

export const subtotalCents = (lines: readonly PricedLine[]) => lines.reduce((sum, line) => sum + lineCents(line), 0)

export const itemCount = (lines: readonly PricedLine[]) => lines.reduce((sum, { count }) => sum + count, 0)

export const limitReached = ({ offer, count }: PricedLine): string | undefined =>
  count >= offer.maxPerPurchase ? `Max ${offer.maxPerPurchase} per purchase` : undefined

export function droppedWords(itemIds: readonly number[]): string | null {
  if (itemIds.length === 0) return null
  const names = itemIds.map((itemId) => CATALOGUE.find(({ id }) => id === itemId)?.name ?? 'An item')
  return `${names.join(', ')}: not on sale right now, so we removed it from your cart.`
}

/** Reason why the checkout cannot start or failed. */
export interface CheckoutProblem {
  readonly about: 'email' | 'checkout'
  readonly text: string
  readonly detail?: string
}
const KEY_MISSING = 'Stripe publishable key missing. Set VITE_STRIPE_PUBLISHABLE_KEY or REACT_APP_STRIPE_PK.'
const EMAIL_MISSING = 'Please enter an email for the receipt.'
const EMAIL_INVALID = "That email address isn't complete. It should look like name@example.com."
const ABOUT_EMAIL: ReadonlySet<string> = new Set(['RECEIPT_EMAIL_REQUIRED', 'RECEIPT_EMAIL_INVALID'])

type Payments = ClientConfig['payments']

/** Problem that prevents the checkout, or null. `payments` is undefined until known. */
export const problemBefore = (email: string, payments: Payments | undefined): CheckoutProblem | null => {
  if (payments?.provider === 'stripe' && payments.publishableKey === '') return { about: 'checkout', text: KEY_MISSING }
  const address = typedText(email)
  if (address === '') return { about: 'email', text: EMAIL_MISSING }
  if (!isEmailAddress(address)) return { about: 'email', text: EMAIL_INVALID }
  return null
}

/** Uses the server's text of a refusal; a breakdown has none. */
export const problemOf = (error: unknown): CheckoutProblem => {
  const status = (error as { status?: unknown } | undefined)?.status
  if (status === 'FETCH_ERROR') return { about: 'checkout', text: FAILED, detail: "We can't reach Kla." }
  if (ABOUT_EMAIL.has(errorCode(error))) return { about: 'email', text: errorText(error, EMAIL_INVALID) }
  const detail = typeof status === 'number' && status < 500 ? errorText(error, FAILED) : FAILED
  return detail === FAILED ? { about: 'checkout', text: FAILED } : { about: 'checkout', text: FAILED, detail }
}

const FAILED = 'Checkout failed. Please try again.'

const PAYMENT_FAILED = 'Stripe redirection failed.'

type Go = (url: string) => void
const browserGo: Go = (url) => window.location.assign(url)

/** Returns what went wrong, or null while redirecting. */
export const goToPayment = (url: string, go: Go = browserGo): string | null => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return PAYMENT_FAILED
  try {
    go(url)
    return null
  } catch (error) {
    return (error as Partial<Error> | null)?.message || PAYMENT_FAILED
  }
}

export const receiptHint = (payments: ClientConfig['payments'] | undefined): string => {
  switch (payments?.provider) {
    case 'stripe':
      return "We send it to the payment provider with your purchase. We don't keep it."
    case 'acquirer':
      return "The payment page asks for it too, and the receipt goes to the address you enter there. We don't keep this one."
    default:
      return "We don't keep it."
  }
}

export function seasonEndWords(itemId: number, season: PassSeason | null | undefined, nowMs: number): string | null {
  if (grantsOf(itemId)?.item !== 'battle_passes' || !season) return null
  const runs = Date.parse(season.starts_at) <= nowMs && nowMs < Date.parse(season.ends_at)
  return runs ? `This season ends ${plannedWords(season.ends_at, nowMs)}.` : null
}

const WORDS: Readonly<Record<Item, (units: number) => string>> = {
  gif_saves: (units) =>
    `One pack gives ${units} saves. Each save keeps one GIF in your library, for as long as you like.`,
  wild_cards: (units) =>
    `One pack gives ${units} plays. Each play sends a GIF from your library instead of one you were dealt.`,
  battle_passes: () => 'One pass lasts one season.',
}

export const whatItGives = (itemId: number): string => {
  const grants = grantsOf(itemId)
  return grants ? WORDS[grants.item](grants.units) : ''
}
