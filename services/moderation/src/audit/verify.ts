import type { Counter, Gauge, Logger } from '@kla/chassis'
import type { AuditChain, AuditHeads, MissingGroups } from './chain-store.js'
import {
  type Anchors, beforeFirst, chainAt, type Chain, CHAINS, checkEnd, checkHead, checkLinks, type Fault, FIRST_SEQ, type HashOf,
  type Link,
} from './rules/chain.js'

/** What the head that was kept of a chain says against it. */
type CheckHead = (chain: Chain) => Promise<Fault | undefined>

interface CheckHeadOptions {
  readonly heads: Pick<AuditHeads, 'of'>
  readonly entries: Pick<AuditChain, 'lastBefore'>
  readonly log: Logger
}

/** Without a head, or while none can be read, there is nothing to be said. */
export const createCheckHead =
  ({ heads, entries, log }: CheckHeadOptions): CheckHead =>
  async (chain) => {
    const kept = await heads.of(chain).catch((error: unknown) => {
      log.warn({ err: error, chain }, 'the kept head of the audit log cannot be read')
      return undefined
    })
    return kept && checkHead(await entries.lastBefore(chain, kept.seq + 1), kept)
  }

interface VerifyOptions {
  readonly chain: Chain
  /** The first entry to check; from the beginning unless given. The one before it is taken for what it is. */
  readonly fromSeq?: number
  /** Entries to check; all unless given. */
  readonly atMost?: number
  readonly anchors?: Anchors
}

interface Verified {
  /** The last entry that is in order. */
  readonly last: Link
  readonly checked: number
  /** Whether the chain was checked to its end, or to a fault. */
  readonly done: boolean
  readonly fault?: Fault
}

type VerifyChain = (options: VerifyOptions) => Promise<Verified>

/** Entries that are read, and hashed without a pause, at once: a few milliseconds of work. */
const BATCH = 1_000

/** Checks a chain link by link, and names the first entry that is not what it was, or that is missing. */
export const createVerifyChain =
  (log: AuditChain, hashOf: HashOf): VerifyChain =>
  async ({ chain, fromSeq = FIRST_SEQ[chain], atMost = Infinity, anchors = new Map() }) => {
    let last = fromSeq <= FIRST_SEQ[chain] ? beforeFirst(chain) : await log.lastBefore(chain, fromSeq)
    for (let checked = 0; ; ) {
      const size = Math.min(BATCH, atMost - checked)
      const entries = await log.after(chain, last.seq, size)
      const { last: reached, fault } = checkLinks(entries, last, hashOf, anchors)
      checked += reached.seq - last.seq
      last = reached
      if (fault) return { last, checked, done: true, fault }
      if (entries.length < size) {
        const cutOff = checkEnd(last, anchors)
        return { last, checked, done: true, ...(cutOff ? { fault: cutOff } : {}) }
      }
      if (checked >= atMost) return { last, checked, done: false }
    }
  }

/** Entries that one call checks: about half a second of work. */
const STRETCH = 50_000

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

interface CheckAuditOptions {
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
