import { beforeFirst, FIRST_SEQ, type Chain, type HashOf, type Link } from '../domain/audit/chain.js'
import { checkEnd, checkLinks, type Anchors, type Fault } from '../domain/audit/check-links.js'
import type { AuditChain } from '../store/audit-chain.js'

export interface VerifyOptions {
  readonly chain: Chain
  /** The first entry to check; from the beginning unless given. The one before it is taken for what it is. */
  readonly fromSeq?: number
  /** Entries to check; all unless given. */
  readonly atMost?: number
  readonly anchors?: Anchors
}

export interface Verified {
  /** The last entry that is in order. */
  readonly last: Link
  readonly checked: number
  /** Whether the chain was checked to its end, or to a fault. */
  readonly done: boolean
  readonly fault?: Fault
}

export type VerifyChain = (options: VerifyOptions) => Promise<Verified>

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
