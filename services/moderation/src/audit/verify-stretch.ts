import { chainAt, FIRST_SEQ } from '../domain/audit/chain.js'
import type { CheckHead } from './check-head.js'
import type { Verified, VerifyChain, VerifyOptions } from './verify-chain.js'

/** Entries that one call checks: about half a second of work. */
export const STRETCH = 50_000

/** Checks a stretch of the log from an entry on. */
export type VerifyStretch = (options: { fromSeq: number; grave: boolean; atMost?: number }) => Promise<Verified>

/**
 * For who may see restricted entries their chain follows the open one; for anybody else there is only that. A chain
 * that is whole to its end is compared with the head that was kept of it.
 */
export function createVerifyStretch(verify: VerifyChain, checkHead: CheckHead): VerifyStretch {
  async function stretchOf(options: VerifyOptions): Promise<Verified> {
    const verified = await verify(options)
    const fault = verified.done && !verified.fault ? await checkHead(options.chain) : undefined
    return fault ? { ...verified, fault } : verified
  }

  return async ({ fromSeq, grave, atMost = STRETCH }) => {
    const chain = grave ? chainAt(fromSeq) : 'open'
    const first = await stretchOf({ chain, fromSeq, atMost })
    const goesOn = grave && chain === 'open' && first.done && !first.fault && first.checked < atMost
    if (!goesOn) return first
    const second = await stretchOf({
      chain: 'restricted',
      fromSeq: FIRST_SEQ.restricted,
      atMost: atMost - first.checked,
    })
    return second.checked === 0 && !second.fault ? first : second
  }
}
