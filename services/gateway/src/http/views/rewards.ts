import { Item, type Reward } from '@kla/proto'
import type { Item as ItemName } from '@kla/proto/web'

interface RewardView {
  item: ItemName
  units: number
}

const ITEM: Readonly<Record<ItemName, Item>> = {
  gif_saves: Item.GIF_SAVES,
  wild_cards: Item.WILD_CARDS,
  battle_passes: Item.BATTLE_PASSES,
}
const nameOf = (item: Item): ItemName | undefined =>
  (Object.keys(ITEM) as ItemName[]).find((name) => ITEM[name] === item)

/** What a newer service rewards with cannot be named, so it is not promised. */
export function rewardView(reward: Reward | undefined): RewardView | null {
  const item = reward && nameOf(reward.item)
  return item ? { item, units: reward.units } : null
}

export const rewardOf = (reward: RewardView | null): Reward | undefined =>
  reward ? { item: ITEM[reward.item], units: reward.units } : undefined
