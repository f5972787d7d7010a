import { type Anchors, counter, gauge, type HashOf, type Logger, type Metrics } from '@kla/chassis'
import { BEFORE_FIRST, type ChainedRow, checkEnd, checkRows, type Fault, hex, type Link } from './rules.js'

/** Result of walking the chain. */
export interface Verified {
  readonly last: Link
  readonly checked: number
  readonly fault?: Fault
}

export type VerifyChain = (anchors?: Anchors) => Promise<Verified>

/** Hashed at a time by the server: at most 25 MB. */
const BATCH = 50

/** Walks the chain up to the first fault. */
export const createVerifyChain =
  (rowsAfter: (last: Link, limit: number) => Promise<readonly ChainedRow[]>, hashOf: HashOf): VerifyChain =>
  async (anchors = new Map()) => {
    let last = BEFORE_FIRST
    for (;;) {
      const rows = await rowsAfter(last, BATCH)
      const reached = checkRows(rows, last, hashOf, anchors)
      last = reached.last
      const fault = reached.fault ?? (rows.length < BATCH ? checkEnd(last, anchors) : undefined)
      if (fault || rows.length < BATCH) return { last, checked: last.seq, ...(fault ? { fault } : {}) }
    }
  }

interface CheckDeps {
  readonly verify: VerifyChain
  readonly metrics: Metrics
  readonly log: Logger
}

/** Keeps sound heads in this process and its log: a truncated chain has another. */
export function createCheckChain({ verify, metrics, log }: CheckDeps): () => Promise<void> {
  const checks = counter(
    metrics,
    'kla_evidence_checks_total',
    'Checks of the whole chain of sealed stills by this process.',
  )
  let faulty = 0
  gauge(
    metrics,
    'kla_evidence_faults',
    'Whether the last check of the sealed stills found a fault: 1 or 0.',
    function () {
      this.set(faulty)
    },
  )
  let anchor: Link | undefined
  return async () => {
    const { last, fault } = await verify(anchor ? new Map([[anchor.seq, anchor.hash]]) : new Map())
    faulty = fault ? 1 : 0
    checks.inc()
    if (fault) return log.error({ fault }, 'the sealed stills are not what they were')
    if (last.seq > 0) anchor = last
    log.info({ head: { seq: last.seq, hash: hex(last.hash) } }, 'the sealed stills are whole')
  }
}
