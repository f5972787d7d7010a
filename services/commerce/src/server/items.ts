import { KlaError } from '@kla/chassis'
import { Item as WireItem } from '@kla/proto'
import type { Item } from '@kla/proto/web'

const ITEMS: ReadonlyMap<WireItem, Item> = new Map([
  [WireItem.GIF_SAVES, 'gif_saves'],
  [WireItem.WILD_CARDS, 'wild_cards'],
  [WireItem.BATTLE_PASSES, 'battle_passes'],
])

/** An item as the domain names it. Throws INVALID_FIELD for none. */
export function itemOf(wire: WireItem): Item {
  const item = ITEMS.get(wire)
  if (!item) throw new KlaError('INVALID_FIELD')
  return item
}
