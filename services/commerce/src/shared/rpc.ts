import { invalidField } from '@kla/chassis'
import { Item as ProtoItem } from '@kla/proto'
import type { Item } from '@kla/proto/web'

const PROTO_ITEMS: Readonly<Record<Item, ProtoItem>> = {
  gif_saves: ProtoItem.GIF_SAVES,
  wild_cards: ProtoItem.WILD_CARDS,
  battle_passes: ProtoItem.BATTLE_PASSES,
}
const ITEMS = new Map(Object.entries(PROTO_ITEMS).map(([item, proto]) => [proto, item as Item]))

export function itemFromProto(proto: ProtoItem): Item {
  const item = ITEMS.get(proto)
  if (!item) throw invalidField('item')
  return item
}

export const itemToProto = (item: Item): ProtoItem => PROTO_ITEMS[item]
