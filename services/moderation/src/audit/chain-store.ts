import { type Database, defineScript, readHead, type Redis } from '@kla/chassis'
import { beforeFirst, type Chain, type ChainedEntry, FIRST_SEQ, type Link } from './rules/chain.js'

/** Reads one chain in order. */
export interface AuditChain {
  lastBefore(chain: Chain, seq: number): Promise<Link>
  after(chain: Chain, seq: number, limit: number): Promise<ChainedEntry[]>
}

/** The open chain has no lower end, to find entries renumbered below zero. */
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

  async after(chain, seq, limit) {
    const from = seq < FIRST_SEQ[chain] ? LOWEST[chain] : seq + 1
    const { rows } = await database.query<AuditRow>(
      'SELECT * FROM audit_log WHERE seq BETWEEN $1 AND $2 ORDER BY seq LIMIT $3',
      [from, HIGHEST[chain], limit],
    )
    return rows.map(entryOf)
  },
})

interface MissingGroup {
  readonly action: string
  readonly subjectKind: string
}

export type MissingGroups = () => Promise<readonly MissingGroup[]>

const MISSING = `
WITH RECURSIVE present AS (
  (SELECT actor, action, subject_kind, restricted FROM audit_log
   ORDER BY actor, action, subject_kind, restricted LIMIT 1)
  UNION ALL
  SELECT next.* FROM present AS p CROSS JOIN LATERAL (
    SELECT actor, action, subject_kind, restricted FROM audit_log
    WHERE (actor, action, subject_kind, restricted) > (p.actor, p.action, p.subject_kind, p.restricted)
    ORDER BY actor, action, subject_kind, restricted LIMIT 1
  ) AS next
)
SELECT action, subject_kind AS "subjectKind" FROM (TABLE present EXCEPT TABLE audit_groups) AS missing
ORDER BY action, subject_kind`

export const createMissingGroups =
  (database: Pick<Database, 'query'>): MissingGroups =>
  async () =>
    (await database.query<MissingGroup>(MISSING)).rows

/** Last verified ends of the chains, kept in Redis, beyond the database administrators' reach. */
export interface AuditHeads {
  of(chain: Chain): Promise<Link | undefined>
  /** Stores a newer head; never moves it back. */
  forward(chain: Chain, head: Link): Promise<void>
}

// KEYS: the heads. ARGV: chain, seq and hash of the new head.
const FORWARD = defineScript<number>(
  `
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept and tonumber(string.match(kept, '^%d+')) >= tonumber(ARGV[2]) then return 0 end
return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ':' .. ARGV[3])`,
  { whenFull: true },
)

/** Values are "seq:hash" and never expire. */
export function createAuditHeads(redis: Redis, prefix: string): AuditHeads {
  const key = `${prefix}audit-heads`
  return {
    async of(chain) {
      const kept = await redis.hget(key, chain)
      if (kept === null) return undefined
      const head = readHead(kept)
      if (!head) throw new Error(`the head of the ${chain} chain is not one`)
      return head
    },
    async forward(chain, { seq, hash }) {
      await FORWARD.run(redis, [key], [chain, seq, Buffer.from(hash).toString('hex')])
    },
  }
}

/** An audit entry as stored. */
export interface AuditRow {
  readonly seq: number
  readonly at_ms: number
  readonly actor_id: number
  readonly actor: string
  readonly action: string
  readonly subject_kind: string
  readonly subject_id: string
  readonly details: string
  readonly request_id: string
  readonly restricted: boolean
  readonly event_id: string
  readonly previous: Buffer
  readonly hash: Buffer
}

export const entryOf = (row: AuditRow): ChainedEntry => ({
  seq: row.seq,
  atMs: row.at_ms,
  actorId: row.actor_id,
  actor: row.actor,
  action: row.action,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  details: row.details,
  requestId: row.request_id,
  restricted: row.restricted,
  eventId: row.event_id,
  previous: row.previous,
  hash: row.hash,
})
