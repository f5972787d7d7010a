import type { Offer } from '../shop-api.js'
import type { CartLines } from '../../../entities/cart/cart-lines.js'

/** A line of the cart with what it is and costs now. */
export interface PricedLine {
  readonly offer: Offer
  readonly count: number
}

/** The lines that can be bought: what is on sale no more drops out, and nothing is above its limit. */
export const priceLines = (lines: CartLines, offers: readonly Offer[]): PricedLine[] =>
  lines.flatMap(({ itemId, count }) => {
    const offer = offers.find(({ id }) => id === itemId)
    return offer ? [{ offer, count: Math.min(count, offer.maxPerPurchase) }] : []
  })

/** The items that dropped out because they are on sale no more. */
export const droppedItems = (lines: CartLines, offers: readonly Offer[]): number[] =>
  lines.flatMap(({ itemId }) => (offers.some(({ id }) => id === itemId) ? [] : [itemId]))

export const toCartLines = (lines: readonly PricedLine[]): CartLines =>
  lines.map(({ offer, count }) => ({ itemId: offer.id, count }))

export const lineCents = ({ offer, count }: PricedLine) => offer.priceCents * count

export const subtotalCents = (lines: readonly PricedLine[]) => lines.reduce((sum, line) => sum + lineCents(line), 0)

/** How many items there are in all. */
export const itemCount = (lines: readonly PricedLine[]) => lines.reduce((sum, { count }) => sum + count, 0)

/** Why there cannot be more of it; undefined while there can. */
export const limitReached = ({ offer, count }: PricedLine): string | undefined =>
  count >= offer.maxPerPurchase ? `Max ${offer.maxPerPurchase} per purchase` : undefined
