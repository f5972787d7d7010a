import { KlaError } from '@kla/chassis'
import { isHoldable } from '../domain/index.js'
import { accepted } from './accepted.js'
import type { CommerceHandlers, Dependencies } from './dependencies.js'
import { checkedKey } from './hold-key.js'
import { itemOf } from './items.js'

export const holdItem =
  ({ holds, now }: Pick<Dependencies, 'holds' | 'now'>): CommerceHandlers['holdItem'] =>
  async (request, call) => {
    const { accountId } = await call.principal()
    const item = itemOf(request.item)
    if (!isHoldable(item)) throw new KlaError('INVALID_FIELD')
    const { remaining } = accepted(await holds.hold({ key: checkedKey(request.key), accountId, item }, now()))
    return { remaining }
  }
