import { catalogue } from '../shared/texts/catalogue.js'

export const ITEM_UNITS = catalogue({
  gif_saves: '{units, plural, one {{units, number} GIF save} other {{units, number} GIF saves}}',
  wild_cards: '{units, plural, one {{units, number} Wild Card} other {{units, number} Wild Cards}}',
  battle_passes: '{units, plural, one {{units, number} Battle Pass} other {{units, number} Battle Passes}}',
  unknown: '{units, plural, one {{units, number} item} other {{units, number} items}}',
})

export const ORDER_STATUS = catalogue({
  open: 'Waiting for payment',
  paid: 'Paid',
  cancelled: 'Not paid',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed',
  partly_disputed: 'Partly disputed',
})

export const WITHDRAWAL = catalogue({
  all: '{units} taken back.',
  rest: '{units} taken back; {spent, number} had already been spent.',
  none: 'Nothing taken back; {spent, number} had already been spent.',
})

export const PAYMENT = catalogue({
  paid: 'Thanks for your purchase! Total {total}',
  unpaid: 'Payment not completed yet. Please check again.',
  unknown: 'Could not verify payment, but items may still be granted.',
})
