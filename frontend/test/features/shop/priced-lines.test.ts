import { expect, test } from '@jest/globals'
import { CATALOGUE, QUANTITY_MAX } from '@kla/proto/web'
import {
  droppedItems, itemCount, limitReached, lineCents, priceLines, subtotalCents, toCartLines,
} from '../../../src/features/shop/cart/priced-lines.js'
import type { Offer } from '../../../src/features/shop/shop-api.js'
import { formatMoney } from '../../../src/shared/format.js'

const OFFERS: readonly Offer[] = CATALOGUE.map((item) => ({ ...item, price: item.priceCents / 100 }))
const [pass, saves, cards] = OFFERS as unknown as [Offer, Offer, Offer]
const line = (itemId: number, count: number) => ({ itemId, count })

test('a cart costs what the offers say', () => {
  const lines = priceLines([line(saves.id, 2), line(cards.id, 1)], OFFERS)
  expect(lines.map(lineCents)).toEqual([598, 249])
  expect(formatMoney(subtotalCents(lines))).toBe('$8.47')
  expect(itemCount(lines)).toBe(3)
})

test('an empty cart costs nothing', () => {
  expect(subtotalCents([])).toBe(0)
  expect(itemCount([])).toBe(0)
})

test('what is on sale no more drops out', () => {
  const lines = priceLines([line(pass.id, 1), line(saves.id, 2)], [saves, cards])
  expect(toCartLines(lines)).toEqual([line(saves.id, 2)])
})

test('what dropped out is known, so that it can be said', () => {
  expect(droppedItems([line(pass.id, 1), line(saves.id, 2)], [saves, cards])).toEqual([pass.id])
  expect(droppedItems([line(saves.id, 2)], OFFERS)).toEqual([])
})

test('nothing is above its limit, whatever was kept', () => {
  const lines = priceLines([line(pass.id, 9), line(saves.id, 1_000_000)], OFFERS)
  expect(toCartLines(lines)).toEqual([line(pass.id, 5), line(saves.id, QUANTITY_MAX)])
})

test('at the limit it says why there cannot be more', () => {
  expect(limitReached({ offer: pass, count: 4 })).toBeUndefined()
  expect(limitReached({ offer: pass, count: 5 })).toBe('Max 5 per purchase')
  expect(limitReached({ offer: { ...saves, maxPerPurchase: 3 }, count: 3 })).toBe('Max 3 per purchase')
})
