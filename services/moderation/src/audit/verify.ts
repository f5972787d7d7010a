import type { Anchors, Counter, Gauge, HashOf, Logger } from '@kla/chassis'
import type { AuditChain, AuditHeads, MissingGroups } from './chain-store.js'
import {
  beforeFirst,
  type Chain,
  chainAt,
  CHAINS,
  checkEnd,
  checkHead,
  checkLinks,
  type Fault,
  FIRST_SEQ,
  type Link,
} from './rules/chain.js'

interface VerifyOptions {
  readonly chain: Chain
  readonly fromSeq?: number
  readonly limit?: number
  readonly anchors?: Anchors
}

interface Verified {
  readonly last: Link
  readonly checked: number
  readonly done: boolean
  readonly fault?: Fault
}

/** Verifies one chain and stops at the first fault. */
export type VerifyChain = (options: VerifyOptions) => Promise<Verified>

const BATCH = 1_000

export const createVerifyChain =
  (log: AuditChain, hash: HashOf): VerifyChain =>
  async ({ chain, fromSeq = FIRST_SEQ[chain], limit = Infinity, anchors = new Map() }) => {
    let last = fromSeq <= FIRST_SEQ[chain] ? beforeFirst(chain) : await log.lastBefore(chain, fromSeq)
    for (let checked = 0; ;) {
      const size = Math.min(BATCH, limit - checked)
      const entries = await log.after(chain, last.seq, size)
      const { last: reached, fault } = checkLinks(entries, last, hash, anchors)
      checked += reached.seq - last.seq
      last = reached
      if (fault) return { last, checked, done: true, fault }
      if (entries.length < size) {
        const endFault = checkEnd(last, anchors)
        return { last, checked, done: true, ...(endFault ? { fault: endFault } : {}) }
      }
      if (checked >= limit) return { last, checked, done: false }
    }
  }

interface CheckHeadDeps {
  readonly heads: Pick<AuditHeads, 'of'>
  readonly entries: Pick<AuditChain, 'lastBefore'>
  readonly log: Logger
}

type CheckHead = (chain: Chain) => Promise<Fault | undefined>

/** Finds no fault while no head can be read. */
export const createCheckHead =
  ({ heads, entries, log }: CheckHeadDeps): CheckHead =>
  async (chain) => {
    const kept = await heads.of(chain).catch((error: unknown) => {
      log.warn({ err: error, chain }, 'the kept head of the audit log cannot be read')
      return undefined
    })
    return kept && checkHead(await entries.lastBefore(chain, kept.seq + 1), kept)
  }

/** Entries of about half a second of work. */
const PART_ENTRIES = 50_000

/** Verifies as much as one call may take. */
export type VerifyPart = (options: { fromSeq: number; grave: boolean; limit?: number }) => Promise<Verified>

export function createVerifyPart(verify: VerifyChain, checkHeadOf: CheckHead): VerifyPart {
  async function partOf(options: VerifyOptions): Promise<Verified> {
    const verified = await verify(options)
    const fault = verified.done && !verified.fault ? await checkHeadOf(options.chain) : undefined
    return fault ? { ...verified, fault } : verified
  }

  return async ({ fromSeq, grave, limit = PART_ENTRIES }) => {
    const chain = grave ? chainAt(fromSeq) : 'open'
    const first = await partOf({ chain, fromSeq, limit })
    const continues = grave && chain === 'open' && first.done && !first.fault && first.checked < limit
    if (!continues) return first
    const second = await partOf({
      chain: 'restricted',
      fromSeq: FIRST_SEQ.restricted,
      limit: limit - first.checked,
    })
    return second.checked === 0 && !second.fault ? first : second
  }
}

interface CheckAuditDeps {
  readonly verify: VerifyChain
  readonly checkHead: CheckHead
  readonly heads: Pick<AuditHeads, 'forward'>
  readonly missingGroups: MissingGroups
  readonly faults: Pick<Gauge, 'set'>
  readonly checks: Pick<Counter, 'inc'>
  readonly log: Logger
}

/** Keeps heads in Redis and this process: truncated or rewritten chains have others. */
export function createCheckAudit(deps: CheckAuditDeps): () => Promise<void> {
  const { verify, checkHead, heads, missingGroups, faults, checks, log } = deps
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
