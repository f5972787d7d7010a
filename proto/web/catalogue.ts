/** Shop: specification, sections 3, 5 and 9; the Battle Pass's id and price are ours. */

export const ITEMS = ['gif_saves', 'wild_cards', 'battle_passes'] as const
/** Id of an item for sale. */
export type Item = (typeof ITEMS)[number]
/** Limit of one gift; ours. */
export const GIFT_UNITS_MAX = 1_000

export const ITEM_WORDS: Readonly<Record<Item, { readonly one: string; readonly many: string }>> = {
  gif_saves: { one: 'GIF save', many: 'GIF saves' },
  wild_cards: { one: 'Wild Card', many: 'Wild Cards' },
  battle_passes: { one: 'Battle Pass', many: 'Battle Passes' },
}

/** Item as the shop shows it. */
export interface ShopItem {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly priceCents: number
  /** "#rrggbb", unlike sides and danger. */
  readonly color: string
  readonly image: string
  readonly grants: { readonly item: Item; readonly units: number }
  readonly maxPerPurchase: number
}

/** Limit per purchase against typing errors; ours. */
export const QUANTITY_MAX = 99

export const CATALOGUE: readonly ShopItem[] = [
  {
    id: 1,
    name: 'Battle Pass [1 Season]',
    description: 'One season of tiers and rewards.',
    priceCents: 499,
    color: '#c3ccd6',
    image: '/items/battle-pass.svg',
    grants: { item: 'battle_passes', units: 1 },
    maxPerPurchase: 5,
  },
  {
    id: 2,
    name: 'Pack of GIF Saves [10x]',
    description: 'Save any GIF to your save library.',
    priceCents: 299,
    color: '#8fc7a8',
    image: '/items/gif-saves.svg',
    grants: { item: 'gif_saves', units: 10 },
    maxPerPurchase: QUANTITY_MAX,
  },
  {
    id: 3,
    name: 'Wild Card [25x]',
    description: 'Play a saved GIF in a game.',
    priceCents: 249,
    color: '#b79be6',
    image: '/items/wild-card.svg',
    grants: { item: 'wild_cards', units: 25 },
    maxPerPurchase: QUANTITY_MAX,
  },
]

export const CURRENCY = 'usd'
export const CART_LINES_MAX = CATALOGUE.length

export const PAYMENT_PROVIDERS = ['stripe', 'acquirer'] as const
export const PAYMENT_STATUSES = ['paid', 'unpaid'] as const
export const ORDER_STATUSES = [
  'open',
  'paid',
  'cancelled',
  'refunded',
  'partly_refunded',
  'disputed',
  'partly_disputed',
] as const
