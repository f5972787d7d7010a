import { chainAt, FIRST_SEQ } from '../domain/audit/chain.js'
import type { Verified, VerifyChain } from './verify-chain.js'

/** Entries that one call checks: about half a second of work. */
export const STRETCH = 50_000

/**
 * Checks a stretch of the log from an entry on. For who may see restricted entries their chain follows the open one;
 * for anybody else there is only that.
 */
export async function verifyStretch(
  verify: VerifyChain,
  { fromSeq, grave, atMost = STRETCH }: { fromSeq: number; grave: boolean; atMost?: number },
): Promise<Verified> {
  const chain = grave ? chainAt(fromSeq) : 'open'
  const first = await verify({ chain, fromSeq, atMost })
  const goesOn = grave && chain === 'open' && first.done && !first.fault && first.checked < atMost
  if (!goesOn) return first
  const second = await verify({
    chain: 'restricted',
    fromSeq: FIRST_SEQ.restricted,
    atMost: atMost - first.checked,
  })
  return second.checked === 0 && !second.fault ? first : second
}
