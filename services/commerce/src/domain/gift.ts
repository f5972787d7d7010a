import type { Item } from '@kla/proto/web'
import { moveItems, type LedgerTransaction } from './ledger.js'
import type { Refused } from './refusal.js'
import { isUuid } from './uuid.js'

/** The most of an item in one gift. */
const UNITS_MAX = 1_000
// PostgreSQL has no room for a zero in a text.
const REASON = /^[^\0]{1,500}$/u

export interface Gift {
  readonly giftId: string
  readonly accountId: number
  readonly item: Item
  readonly units: number
  readonly reason: string
  /** The administrator. */
  readonly givenBy: number
}

/** A gift as a transaction of the ledger. */
export function giveItems(gift: Gift): LedgerTransaction | Refused {
  const reason = gift.reason.trim()
  const sound =
    isUuid(gift.giftId) &&
    Number.isSafeInteger(gift.accountId) &&
    gift.accountId > 0 &&
    Number.isInteger(gift.units) &&
    gift.units <= UNITS_MAX &&
    REASON.test(reason)
  const transaction = moveItems('gift', gift.giftId.toLowerCase(), gift.accountId, new Map([[gift.item, gift.units]]))
  if (!sound || !transaction) return { refused: 'INVALID_FIELD' }
  return { ...transaction, given: { by: gift.givenBy, reason } }
}
