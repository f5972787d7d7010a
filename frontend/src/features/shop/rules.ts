import { CATALOGUE, type ClientConfig, isEmailAddress, typedText } from '@kla/proto/web'
import type { CartLines } from '../../entities/cart/cart.js'
import type { PassSeason } from '../../entities/pass/pass.js'
import { grantsOf } from '../../entities/shop/items.js'
import type { Offer } from '../../entities/shop/shop.js'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { plannedWords } from '../../shared/time/when-words.js'
import { CART, CHECKOUT, PACK, SHOP } from '../../texts/shop.js'

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
  count >= offer.maxPerPurchase ? CART.limit({ max: offer.maxPerPurchase }) : undefined

export function droppedWords(itemIds: readonly number[]): string | null {
  if (itemIds.length === 0) return null
  const names = itemIds.map((itemId) => CATALOGUE.find(({ id }) => id === itemId)?.name ?? CART.unknownItem)
  return CART.dropped({ items: names.join(', '), count: names.length })
}

/** Reason why the checkout cannot start or failed. */
export interface CheckoutProblem {
  readonly about: 'email' | 'checkout'
  readonly text: string
  readonly detail?: string
}
const ABOUT_EMAIL: ReadonlySet<string> = new Set(['RECEIPT_EMAIL_REQUIRED', 'RECEIPT_EMAIL_INVALID'])

type Payments = ClientConfig['payments']

/** Problem that prevents the checkout, or null. `payments` is undefined until known. */
export const problemBefore = (email: string, payments: Payments | undefined): CheckoutProblem | null => {
  if (payments?.provider === 'stripe' && payments.publishableKey === '')
    return { about: 'checkout', text: CHECKOUT.keyMissing }
  const address = typedText(email)
  if (address === '') return { about: 'email', text: CHECKOUT.emailMissing }
  if (!isEmailAddress(address)) return { about: 'email', text: CHECKOUT.emailInvalid }
  return null
}

/** Uses the server's text of a refusal; a breakdown has none. */
export const problemOf = (error: unknown): CheckoutProblem => {
  const status = (error as { status?: unknown } | undefined)?.status
  const failed: CheckoutProblem = { about: 'checkout', text: CHECKOUT.failed }
  if (status === 'FETCH_ERROR') return { ...failed, detail: CHECKOUT.unreachable }
  if (ABOUT_EMAIL.has(errorCode(error))) return { about: 'email', text: errorText(error, CHECKOUT.emailInvalid) }
  const detail = typeof status === 'number' && status < 500 ? errorText(error, failed.text) : failed.text
  return detail === failed.text ? failed : { ...failed, detail }
}

type Go = (url: string) => void
const browserGo: Go = (url) => window.location.assign(url)

/** Returns what went wrong, or null while redirecting. */
export const goToPayment = (url: string, go: Go = browserGo): string | null => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return CHECKOUT.redirectFailed
  try {
    go(url)
    return null
  } catch (error) {
    return (error as Partial<Error> | null)?.message || CHECKOUT.redirectFailed
  }
}

export const receiptHint = (payments: ClientConfig['payments'] | undefined): string => {
  switch (payments?.provider) {
    case 'stripe':
      return CHECKOUT.toStripe
    case 'acquirer':
      return CHECKOUT.toAcquirer
    default:
      return CHECKOUT.notKept
  }
}

export function seasonEndWords(itemId: number, season: PassSeason | null | undefined, nowMs: number): string | null {
  if (grantsOf(itemId)?.item !== 'battle_passes' || !season) return null
  const runs = Date.parse(season.starts_at) <= nowMs && nowMs < Date.parse(season.ends_at)
  return runs ? SHOP.seasonEnd({ when: plannedWords(season.ends_at, nowMs) }) : null
}

export const whatItGives = (itemId: number): string => {
  const grants = grantsOf(itemId)
  if (!grants) return ''
  return grants.item === 'battle_passes' ? PACK.battle_passes : PACK[grants.item]({ units: grants.units })
}
