import { KlaError } from '@kla/chassis'
import { HoldOutcome as WireOutcome } from '@kla/proto'
import type { HoldOutcome } from '../domain/index.js'
import { accepted } from './accepted.js'
import type { CommerceHandlers, Dependencies } from './dependencies.js'
import { checkedKey } from './hold-key.js'

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
