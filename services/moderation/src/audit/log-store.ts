import { type Database, hashOf, inTransaction, type Transaction } from '@kla/chassis'
import {
  type AuditEntry,
  beforeFirst,
  type Chain,
  type ChainedEntry,
  chainOnto,
  FIRST_SEQ,
  type Link,
} from './rules/chain.js'

/** Skips known events. Locks the log: append last, then commit. */
export async function appendAudit(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.audit_log', 0))`)
  const fresh = await withoutKnownEvents(tx, entries.map(asStored))
  if (fresh.length > 0) await insert(tx, chainOnto(await endsOf(tx), fresh, hashOf))
}

/** Replaces what PostgreSQL cannot store, before hashing. */
function asStored(entry: AuditEntry): AuditEntry {
  const text = (given: string): string => Buffer.from(given).toString().replaceAll('\0', '\uFFFD')
  return {
    ...entry,
    actor: text(entry.actor),
    action: text(entry.action),
    subjectKind: text(entry.subjectKind),
    subjectId: text(entry.subjectId),
    details: text(entry.details),
    requestId: text(entry.requestId),
    eventId: text(entry.eventId),
  }
}

/** Entries that a request made a moment ago. */
export interface MadeBefore extends Pick<AuditEntry, 'action' | 'actorId' | 'requestId'> {
  readonly subjectIds: readonly number[]
  readonly nowMs: number
}

/** Longer than a caller repeats a request. */
const REPEATED_MS = 60_000

/** Details of the entries that the first attempt of a repeated request made. Lock what they are about first. */
export async function detailsMadeBefore(
  tx: Pick<Transaction, 'query'>,
  { action, actorId, requestId, subjectIds, nowMs }: MadeBefore,
): Promise<unknown[]> {
  const { rows } = await tx.query<{ details: string }>(
    `SELECT details FROM audit_log
     WHERE subject_id = ANY($1) AND at_ms > $2 AND action = $3 AND actor_id = $4 AND request_id = $5`,
    [subjectIds.map(String), nowMs - REPEATED_MS, action, actorId, requestId],
  )
  return rows.map(({ details }) => JSON.parse(details) as unknown)
}

async function withoutKnownEvents(tx: Transaction, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const eventIds = entries.map(({ eventId }) => eventId).filter((eventId) => eventId !== '')
  if (eventIds.length === 0) return [...entries]
  const { rows } = await tx.query<{ event_id: string }>(
    `SELECT event_id FROM audit_log WHERE event_id <> '' AND event_id = ANY($1)`,
    [eventIds],
  )
  const known = new Set(rows.map(({ event_id }) => event_id))
  return entries.filter(({ eventId }) => eventId === '' || (!known.has(eventId) && known.add(eventId)))
}

async function endsOf(tx: Transaction): Promise<Record<Chain, Link>> {
  const { rows } = await tx.query<Link & { chain: Chain }>(
    `(SELECT 'open' AS chain, seq, hash FROM audit_log WHERE seq < $1 ORDER BY seq DESC LIMIT 1)
     UNION ALL
     (SELECT 'restricted', seq, hash FROM audit_log WHERE seq >= $1 ORDER BY seq DESC LIMIT 1)`,
    [FIRST_SEQ.restricted],
  )
  const endOf = (chain: Chain): Link => rows.find((row) => row.chain === chain) ?? beforeFirst(chain)
  return { open: endOf('open'), restricted: endOf('restricted') }
}

async function insert(tx: Transaction, entries: readonly ChainedEntry[]): Promise<void> {
  const all = <Name extends keyof ChainedEntry>(name: Name): ChainedEntry[Name][] => entries.map((entry) => entry[name])
  await tx.query(
    `WITH appended AS (
       INSERT INTO audit_log (seq, at_ms, actor_id, actor, action, subject_kind, subject_id, details, request_id,
                              restricted, event_id, previous, hash)
       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
                            $8::text[], $9::text[], $10::boolean[], $11::text[], $12::bytea[], $13::bytea[])
       RETURNING actor, action, subject_kind, restricted
     )
     INSERT INTO audit_groups (actor, action, subject_kind, restricted)
     SELECT DISTINCT actor, action, subject_kind, restricted FROM appended
     ON CONFLICT DO NOTHING`,
    [
      all('seq'), all('atMs'), all('actorId'), all('actor'), all('action'), all('subjectKind'), all('subjectId'),
      all('details'), all('requestId'), all('restricted'), all('eventId'),
      all('previous').map(bytes), all('hash').map(bytes),
    ], // oxfmt-ignore
  )
}

const bytes = (hash: Uint8Array): Buffer => Buffer.from(hash)

/** Writes an entry outside any change. */
export interface AuditRecorder {
  /** Await it before replying with the data read. */
  record(entry: AuditEntry): Promise<void>
}

export const createAuditRecorder = (database: Database): AuditRecorder => ({
  record: (entry) => inTransaction(database, (tx) => appendAudit(tx, [entry])),
})

/** Stores audit events that other services publish. */
export interface AuditInbox {
  append(entries: readonly AuditEntry[]): Promise<void>
  quarantine(sha256: Uint8Array, payload: Uint8Array): Promise<void>
}

/** Work on received entries. */
export type BeforeAppending = (tx: Transaction, entries: readonly AuditEntry[]) => Promise<void>

/** Creates the inbox. `before` runs in the same transaction: once for each event, and maybe again. */
export const createAuditInbox = (database: Database, before: BeforeAppending = async () => undefined): AuditInbox => ({
  append: (entries) =>
    inTransaction(database, async (tx) => {
      await before(tx, entries)
      await appendAudit(tx, entries)
    }),

  async quarantine(sha256, payload) {
    await database.query('INSERT INTO audit_unreadable (sha256, payload) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      sha256,
      payload,
    ])
  },
})
