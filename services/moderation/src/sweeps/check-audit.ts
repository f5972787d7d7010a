import type { Gauge, Logger } from '@kla/chassis'
import type { VerifyChain } from '../audit/verify-chain.js'
import { CHAINS, type Chain, type Link } from '../domain/audit/chain.js'

export interface CheckAuditOptions {
  readonly verify: VerifyChain
  /** 1 while a fault stands. */
  readonly faults: Pick<Gauge, 'set'>
  readonly log: Logger
}

/**
 * Checks the audit log from its beginning to its end. Each round's heads are kept for the next, and written to the log
 * of the process, which is kept elsewhere: a chain that was cut off or written anew has other ones.
 */
export function createCheckAudit({ verify, faults, log }: CheckAuditOptions): () => Promise<void> {
  const anchors = new Map<Chain, Link>()
  return async () => {
    let faulty = 0
    for (const chain of CHAINS) {
      const kept = anchors.get(chain)
      const { last, fault } = await verify({ chain, ...(kept ? { anchors: new Map([[kept.seq, kept.hash]]) } : {}) })
      if (fault) {
        faulty += 1
        log.error({ chain, fault }, 'the audit log is not what it was')
        continue
      }
      anchors.set(chain, last)
      const head = { seq: last.seq, hash: Buffer.from(last.hash).toString('hex') }
      log.info({ chain, head }, 'the audit log is whole')
    }
    faults.set(faulty > 0 ? 1 : 0)
  }
}
