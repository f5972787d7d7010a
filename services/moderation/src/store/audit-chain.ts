import type { Database } from '@kla/chassis'
import { beforeFirst, FIRST_SEQ, type Chain, type Link } from '../domain/audit/chain.js'
import type { ChainedEntry } from '../domain/audit/entry.js'
import { entryOf, type AuditRow } from './audit-rows.js'

/** The audit log, read in the order in which it was chained. */
export interface AuditChain {
  /** The last entry of a chain before a number; what the first one follows when there is none. */
  lastBefore(chain: Chain, seq: number): Promise<Link>
  /** Entries of a chain after a number, in order. */
  after(chain: Chain, seq: number, atMost: number): Promise<ChainedEntry[]>
}

/** Numbers of the open chain have no lower end: an entry whose number was changed to a negative one is to be found. */
const LOWEST: Readonly<Record<Chain, number>> = { open: Number.MIN_SAFE_INTEGER, restricted: FIRST_SEQ.restricted }
const HIGHEST: Readonly<Record<Chain, number>> = { open: FIRST_SEQ.restricted - 1, restricted: Number.MAX_SAFE_INTEGER }

export const createAuditChain = (database: Pick<Database, 'query'>): AuditChain => ({
  async lastBefore(chain, seq) {
    const { rows } = await database.query<Link>(
      'SELECT seq, hash FROM audit_log WHERE seq < $1 AND seq BETWEEN $2 AND $3 ORDER BY seq DESC LIMIT 1',
      [seq, LOWEST[chain], HIGHEST[chain]],
    )
    return rows[0] ?? beforeFirst(chain)
  },

  async after(chain, seq, atMost) {
    const from = seq < FIRST_SEQ[chain] ? LOWEST[chain] : seq + 1
    const { rows } = await database.query<AuditRow>(
      'SELECT * FROM audit_log WHERE seq BETWEEN $1 AND $2 ORDER BY seq LIMIT $3',
      [from, HIGHEST[chain], atMost],
    )
    return rows.map(entryOf)
  },
})
