import { CATALOGUE, type Item } from '@kla/proto/web'

export const ITEM_WORDS: Readonly<Record<Item, { one: string; many: string }>> = {
  gif_saves: { one: 'GIF save', many: 'GIF saves' },
  wild_cards: { one: 'Wild Card', many: 'Wild Cards' },
  battle_passes: { one: 'Battle Pass', many: 'Battle Passes' },
}

export const grantsOf = (itemId: number) => CATALOGUE.find(({ id }) => id === itemId)?.grants

const counted = (units: number, words: { one: string; many: string }) =>
  `${units} ${units === 1 ? words.one : words.many}`

export const itemWords = (item: Item, units: number) => counted(units, ITEM_WORDS[item])

export const unitWords = (itemId: number, units: number) => {
  const grants = grantsOf(itemId)
  return grants ? itemWords(grants.item, units) : counted(units, { one: 'item', many: 'items' })
}
