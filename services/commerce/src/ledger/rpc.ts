import { accepted, auditEvent, type Handlers, KlaError } from '@kla/chassis'
import { type CommerceServiceService, HoldOutcome as ProtoOutcome } from '@kla/proto'
import { itemFromProto } from '../shared/rpc.js'
import type { Holds } from './holds.js'
import { giveItems, HOLD_KEY_MAX, type HoldOutcome, isHoldable } from './rules.js'
import type { LedgerStore } from './store.js'

interface RpcDeps {
  readonly ledger: Pick<LedgerStore, 'available' | 'give'>
  readonly holds: Holds
  readonly now: () => number
}

type LedgerHandlers = Pick<
  Handlers<typeof CommerceServiceService>,
  'getInventory' | 'giftItems' | 'holdItem' | 'settleHold'
>

export const ledgerHandlers = ({ ledger, holds, now }: RpcDeps): LedgerHandlers => ({
  async getInventory(_request, call) {
    const { accountId } = await call.principal()
    const available = await ledger.available(accountId)
    return {
      gifSaves: available.get('gif_saves') ?? 0,
      wildCards: available.get('wild_cards') ?? 0,
      battlePasses: available.get('battle_passes') ?? 0,
    }
  },

  /** Idempotent by `giftId`. Errors: INVALID_FIELD, CONFLICT for another gift. */
  async giftItems({ giftId, accountId, item: protoItem, units, reason }, call) {
    const administrator = await call.administrator('items.gift')
    const item = itemFromProto(protoItem)
    const transaction = accepted(giveItems({ giftId, accountId, item, units, reason, givenBy: administrator.id }))
    const audited = auditEvent('commerce', {
      atMs: now(),
      administrator,
      action: 'items.gift',
      subject: { kind: 'account', id: accountId },
      details: { giftId, item, units },
      requestId: call.requestId,
    })
    const { available } = accepted(await ledger.give(transaction, item, audited))
    call.log.info({ giftId, accountId, item, units, givenBy: administrator.id }, 'items were given')
    return { available }
  },

  /** Idempotent by `key`. Errors: NO_GIF_SAVES, NO_WILD_CARDS, CONFLICT. */
  async holdItem(request, call) {
    const { accountId } = await call.principal()
    const item = itemFromProto(request.item)
    if (!isHoldable(item)) throw new KlaError('INVALID_FIELD')
    const { remaining } = accepted(await holds.hold({ key: checkedKey(request.key), accountId, item }, now()))
    return { remaining }
  },

  async settleHold(request) {
    const outcome = OUTCOMES.get(request.outcome)
    if (!outcome) throw new KlaError('INVALID_FIELD')
    accepted(await holds.settle(checkedKey(request.key), outcome, now()))
    return {}
  },
})

const OUTCOMES: ReadonlyMap<ProtoOutcome, HoldOutcome> = new Map([
  [ProtoOutcome.COMMIT, 'committed'],
  [ProtoOutcome.RELEASE, 'released'],
])

function checkedKey(key: string): string {
  if (key === '' || key.length > HOLD_KEY_MAX || key.includes('\0')) throw new KlaError('INVALID_FIELD')
  return key
}
