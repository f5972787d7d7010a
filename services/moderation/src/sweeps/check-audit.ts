import type { Counter, Gauge, Logger } from '@kla/chassis'
import type { CheckHead } from '../audit/check-head.js'
import type { VerifyChain } from '../audit/verify-chain.js'
import { CHAINS, FIRST_SEQ, type Chain, type Link } from '../domain/audit/chain.js'
import type { Fault } from '../domain/audit/check-links.js'
import type { MissingGroups } from '../store/audit-groups.js'
import type { AuditHeads } from '../store/audit-heads.js'

export interface CheckAuditOptions {
  readonly verify: VerifyChain
  readonly checkHead: CheckHead
  readonly heads: Pick<AuditHeads, 'forward'>
  readonly missingGroups: MissingGroups
  /** 1 while a fault stands. */
  readonly faults: Pick<Gauge, 'set'>
  readonly checks: Pick<Counter, 'inc'>
  readonly log: Logger
}

/**
 * Checks the audit log from its beginning to its end. The heads of a round that found nothing are kept for all pods,
 * in this process, and in its log, which is kept elsewhere: a chain that was cut off or written anew has other ones.
 */
export function createCheckAudit(options: CheckAuditOptions): () => Promise<void> {
  const { verify, checkHead, heads, missingGroups, faults, checks, log } = options
  const anchors = new Map<Chain, Link>()

  async function faultOf(chain: Chain): Promise<Fault | undefined> {
    const own = anchors.get(chain)
    const { last, fault } = await verify({ chain, ...(own ? { anchors: new Map([[own.seq, own.hash]]) } : {}) })
    const found = fault ?? (await checkHead(chain))
    if (found) return found
    anchors.set(chain, last)
    const head = { seq: last.seq, hash: Buffer.from(last.hash).toString('hex') }
    log.info({ chain, head }, 'the audit log is whole')
    if (last.seq >= FIRST_SEQ[chain]) await keep(chain, last)
    return undefined
  }

  const keep = (chain: Chain, head: Link): Promise<void> =>
    heads.forward(chain, head).catch((error: unknown) => {
      log.warn({ err: error, chain }, 'the head of the audit log could not be kept')
    })

  return async () => {
    let faulty = false
    for (const chain of CHAINS) {
      const fault = await faultOf(chain)
      if (!fault) continue
      faulty = true
      log.error({ chain, fault }, 'the audit log is not what it was')
    }
    const groups = await missingGroups()
    if (groups.length > 0) {
      faulty = true
      log.error({ groups }, 'entries of the audit log are missing from its pages')
    }
    faults.set(faulty ? 1 : 0)
    checks.inc()
  }
}
