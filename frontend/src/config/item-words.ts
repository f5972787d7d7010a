import { CATALOGUE, type Item } from '@kla/proto/web'

const ITEM_WORDS: Readonly<Record<Item, { one: string; many: string }>> = {
  gif_saves: { one: 'GIF save', many: 'GIF saves' },
  wild_cards: { one: 'Wild Card', many: 'Wild Cards' },
  battle_passes: { one: 'Battle Pass', many: 'Battle Passes' },
}

/** What the shop's item of this id gives to the one who buys it; undefined for an id that this page does not know. */
export const grantsOf = (itemId: number) => CATALOGUE.find(({ id }) => id === itemId)?.grants

/** '1 GIF save', '25 Wild Cards'; of the shop's item with this id. */
export const unitWords = (itemId: number, units: number) => {
  const grants = grantsOf(itemId)
  const words = grants ? ITEM_WORDS[grants.item] : { one: 'item', many: 'items' }
  return `${units} ${units === 1 ? words.one : words.many}`
}
