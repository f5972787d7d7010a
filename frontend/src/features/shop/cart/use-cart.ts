import { useMemo } from 'react'
import type { Offer } from '../shop-api.js'
import { cart } from '../../../entities/cart/cart.js'
import * as edits from '../../../entities/cart/cart-lines.js'
import { useCartLines } from '../../../entities/cart/use-cart-lines.js'
import { droppedItems, priceLines, toCartLines } from './priced-lines.js'

/** The cart as it can be bought, and what can be done to it. */
export const useCart = (offers: readonly Offer[]) => {
  const kept = useCartLines()
  const lines = useMemo(() => priceLines(kept, offers), [kept, offers])
  /** Edits what is shown, so that a line which dropped out is gone for good with the first change. */
  const change = (edit: (lines: edits.CartLines) => edits.CartLines) =>
    cart.change((lines) => edit(toCartLines(priceLines(lines, offers))))
  return {
    lines,
    /** Told until the first change, which takes them out of what is kept. */
    dropped: droppedItems(kept, offers),
    add: (itemId: number) => change((lines) => edits.add(lines, itemId)),
    increase: ({ id, maxPerPurchase }: Offer) => change((lines) => edits.increase(lines, id, maxPerPurchase)),
    decrease: (itemId: number) => change((lines) => edits.decrease(lines, itemId)),
  }
}
