import type { Refused } from '@kla/chassis'
import { GIFT_UNITS_MAX, isUuid, type Item, refusedField, visibleText } from '@kla/proto/web'
import { type LedgerTransaction, moveItems } from '../shared/rules.js'

const REASON_MAX = 500

/** An administrator's gift of items to a player. */
export interface Gift {
  readonly giftId: string
  readonly accountId: number
  readonly item: Item
  readonly units: number
  readonly reason: string
  readonly givenBy: number
}

export function giveItems(gift: Gift): LedgerTransaction | Refused {
  const reason = visibleText(gift.reason)
  if (!isUuid(gift.giftId)) return refusedField('id')
  if (!Number.isSafeInteger(gift.accountId) || gift.accountId < 1) return refusedField('account')
  if (reason === '' || [...reason].length > REASON_MAX) return refusedField('reason')
  const transaction = moveItems('gift', gift.giftId.toLowerCase(), gift.accountId, new Map([[gift.item, gift.units]]))
  if (!transaction || !Number.isInteger(gift.units) || gift.units > GIFT_UNITS_MAX) return refusedField('units')
  return { ...transaction, given: { by: gift.givenBy, reason } }
}

export const HOLD_KEY_MAX = 200

const SPENT_BY_HOLDS = { gif_saves: 'NO_GIF_SAVES', wild_cards: 'NO_WILD_CARDS' } as const
type HoldableItem = keyof typeof SPENT_BY_HOLDS

export const isHoldable = (item: Item): item is HoldableItem => Object.hasOwn(SPENT_BY_HOLDS, item)

/** Hold state; the last two are final. */
export type HoldState = 'held' | 'committed' | 'released'
export type HoldOutcome = Exclude<HoldState, 'held'>

/** One item held under a key. */
export interface Hold {
  readonly key: string
  readonly state: HoldState
  readonly holds: { readonly accountId: number; readonly item: Item } | undefined
}

/** A unit to hold, once per key. */
export interface WantedHold {
  readonly key: string
  readonly accountId: number
  readonly item: HoldableItem
}

type HoldDecision = { readonly transaction: LedgerTransaction } | 'repeat' | Refused

/** Decides on a hold. Refuses a released key, or the item would be free. */
export function requestHold(known: Hold | undefined, wanted: WantedHold, available: number): HoldDecision {
  if (known) {
    const same = known.holds?.accountId === wanted.accountId && known.holds.item === wanted.item
    return same && known.state !== 'released' ? 'repeat' : { refused: 'CONFLICT' }
  }
  if (available < 1) return { refused: SPENT_BY_HOLDS[wanted.item] }
  return move('hold', wanted.key, wanted)
}

/** Settles a hold once; the first outcome is final. */
export function settleHold(known: Hold | undefined, outcome: HoldOutcome): HoldDecision {
  if (known?.state === outcome) return 'repeat'
  if (known?.state !== 'held' || !known.holds) return { refused: 'CONFLICT' }
  return move(outcome === 'committed' ? 'commit' : 'release', known.key, known.holds)
}

function move(kind: 'hold' | 'commit' | 'release', key: string, held: { accountId: number; item: Item }): HoldDecision {
  const transaction = moveItems(kind, key, held.accountId, new Map([[held.item, 1]]))
  return transaction ? { transaction } : 'repeat'
}
