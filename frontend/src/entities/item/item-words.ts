import { CATALOGUE, type Item } from '@kla/proto/web'

/** What items are called. */
export const ITEM_WORDS: Readonly<Record<Item, { one: string; many: string }>> = {
  gif_saves: { one: 'GIF save', many: 'GIF saves' },
  wild_cards: { one: 'Wild Card', many: 'Wild Cards' },
  battle_passes: { one: 'Battle Pass', many: 'Battle Passes' },
}

/** What the shop's item of this id gives to the one who buys it; undefined for an id that this page does not know. */
export const grantsOf = (itemId: number) => CATALOGUE.find(({ id }) => id === itemId)?.grants

const counted = (units: number, words: { one: string; many: string }) =>
  `${units} ${units === 1 ? words.one : words.many}`

/** '1 GIF save', '25 Wild Cards'. */
export const itemWords = (item: Item, units: number) => counted(units, ITEM_WORDS[item])

/** The same of the shop's item with this id. */
export const unitWords = (itemId: number, units: number) => {
  const grants = grantsOf(itemId)
  return grants ? itemWords(grants.item, units) : counted(units, { one: 'item', many: 'items' })
}
