import type { Item } from '@kla/proto/web'
import { grantsOf } from '../../../entities/item/item-words.js'

const WORDS: Readonly<Record<Item, (units: number) => string>> = {
  gif_saves: (units) =>
    `One pack gives ${units} saves. Each save keeps one GIF in your library, for as long as you like.`,
  wild_cards: (units) =>
    `One pack gives ${units} plays. Each play sends a GIF from your library instead of one you were dealt.`,
  battle_passes: () => 'One pass lasts one season.',
}

/** What somebody has after buying one of it, in plain words; empty for an item that this page does not know. */
export const whatItGives = (itemId: number): string => {
  const grants = grantsOf(itemId)
  return grants ? WORDS[grants.item](grants.units) : ''
}
