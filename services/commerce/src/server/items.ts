import { KlaError } from '@kla/chassis'
import { Item as WireItem } from '@kla/proto'
import type { Item } from '@kla/proto/web'

const WIRE_ITEMS: Readonly<Record<Item, WireItem>> = {
  gif_saves: WireItem.GIF_SAVES,
  wild_cards: WireItem.WILD_CARDS,
  battle_passes: WireItem.BATTLE_PASSES,
}
const ITEMS = new Map(Object.entries(WIRE_ITEMS).map(([item, wire]) => [wire, item as Item]))

/** An item as the domain names it. Throws INVALID_FIELD for none. */
export function itemOf(wire: WireItem): Item {
  const item = ITEMS.get(wire)
  if (!item) throw new KlaError('INVALID_FIELD')
  return item
}

/** An item as the contract names it. */
export const wireItemOf = (item: Item): WireItem => WIRE_ITEMS[item]
