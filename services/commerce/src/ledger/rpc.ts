import { type Administrator, KlaError, newId, type OutboxFact } from '@kla/chassis'
import { HoldOutcome as WireOutcome } from '@kla/proto'
import type { CommerceHandlers, Dependencies } from '../checkout/index.js'
import { accepted, auditFact, itemOf } from '../shared/rpc.js'
import { type Gift, giveItems, HOLD_KEY_MAX, type HoldOutcome, isHoldable } from './rules.js'

export const getInventory =
  ({ ledger }: Pick<Dependencies, 'ledger'>): CommerceHandlers['getInventory'] =>
  async (_request, call) => {
    const { accountId } = await call.principal()
    const available = await ledger.available(accountId)
    return {
      gifSaves: available.get('gif_saves') ?? 0,
      wildCards: available.get('wild_cards') ?? 0,
      battlePasses: available.get('battle_passes') ?? 0,
    }
  }

/** Tells the audit log of a gift; why it was given stays in the ledger. `atMs`: Unix milliseconds. */
function giftAudited(
  { giftId, accountId, item, units }: Gift,
  administrator: Pick<Administrator, 'id' | 'name'>,
  requestId: string,
  atMs: number,
): OutboxFact {
  const subject = { kind: 'account', id: String(accountId) } as const
  const details = { giftId, item, units }
  return auditFact({ factId: newId(), atMs, administrator, action: 'items.gift', subject, details, requestId })
}

export const giftItems =
  ({ ledger, now }: Pick<Dependencies, 'ledger' | 'now'>): CommerceHandlers['giftItems'] =>
  async ({ giftId, accountId, item: wireItem, units, reason }, call) => {
    const administrator = await call.administrator('items.gift')
    const item = itemOf(wireItem)
    const gift = { giftId, accountId, item, units, reason, givenBy: administrator.id }
    const transaction = accepted(giveItems(gift))
    const audited = giftAudited(gift, administrator, call.requestId, now())
    const { available } = accepted(await ledger.give(transaction, item, audited))
    call.log.info({ giftId, accountId, item, units, givenBy: administrator.id }, 'items were given')
    return { available }
  }

// PostgreSQL has no room for a zero in a text.
const UNFIT = /\0/

/** A key as it came. Throws INVALID_FIELD for none, and for one that cannot be kept. */
function checkedKey(key: string): string {
  if (key === '' || key.length > HOLD_KEY_MAX || UNFIT.test(key)) throw new KlaError('INVALID_FIELD')
  return key
}

export const holdItem =
  ({ holds, now }: Pick<Dependencies, 'holds' | 'now'>): CommerceHandlers['holdItem'] =>
  async (request, call) => {
    const { accountId } = await call.principal()
    const item = itemOf(request.item)
    if (!isHoldable(item)) throw new KlaError('INVALID_FIELD')
    const { remaining } = accepted(await holds.hold({ key: checkedKey(request.key), accountId, item }, now()))
    return { remaining }
  }

const OUTCOMES: ReadonlyMap<WireOutcome, HoldOutcome> = new Map([
  [WireOutcome.COMMIT, 'committed'],
  [WireOutcome.RELEASE, 'released'],
])

export const settleHold =
  ({ holds, now }: Pick<Dependencies, 'holds' | 'now'>): CommerceHandlers['settleHold'] =>
  async (request) => {
    const outcome = OUTCOMES.get(request.outcome)
    if (!outcome) throw new KlaError('INVALID_FIELD')
    accepted(await holds.settle(checkedKey(request.key), outcome, now()))
    return {}
  }
