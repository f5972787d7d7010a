import { counter, createCachedReading, gauge, type Metrics } from './metrics.js'
import type { Bus } from './nats/bus.js'
import { outageOf } from './outages.js'
import { type Database, inTransaction, type Transaction } from './pg.js'
import { inSpan } from './tracing/index.js'

const EVERY_MS = 5_000

/** Same for all pods: aggregate with max. */
export function measureOutbox(metrics: Metrics, database: Database): void {
  const read = createCachedReading(
    ['unsent', 'oldest'],
    async () => {
      const { rows } = await database.query<{ unsent: number; oldest: number }>(
        `SELECT count(*) AS unsent, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
         FROM outbox WHERE sent_at IS NULL`,
      )
      return rows[0] ?? { unsent: NaN, oldest: NaN }
    },
    { everyMs: EVERY_MS },
  )
  gauge(metrics, 'kla_outbox_unsent', 'Events stored and not yet published, of all pods.', async function () {
    this.set((await read()).unsent)
  })
  gauge(metrics, 'kla_outbox_oldest_seconds', 'Age of the oldest of them; 0: there is none.', async function () {
    this.set((await read()).oldest)
  })
}

/** An event to publish after the commit. */
export interface OutboxEvent {
  readonly subject: string
  readonly eventId: string
  readonly payload: Uint8Array
}

/** Publishes events stored by transactions. */
export interface Outbox {
  /**
   * Publishes unsent events, oldest first. A refused event holds back those of its subject, and an outage all. Rejects
   * with the first such failure. When the stream has lost events, publishes the last 10,000 again.
   */
  relay(): Promise<void>
  /** Deletes events that were published a week ago, in batches, until `stopping` is aborted. */
  prune(stopping?: AbortSignal): Promise<void>
}

/** Database, bus and clocks of an outbox. */
export interface OutboxOptions {
  readonly database: Database
  readonly bus: Pick<Bus, 'publishEvent' | 'streamWholeSinceMs' | 'connected'>
  readonly metrics?: Metrics
  readonly uptimeMs?: () => number
}

const BATCH = 100
/** Less than PostgreSQL lets a transaction wait: publishing is one pause between its statements. */
const BATCH_WITHIN_MS = 10_000
const LOOK_AT_STREAM_EVERY_MS = 5_000
/** More than consumers lag; delays new events by seconds. */
const REPUBLISH_MAX = 10_000
/** Far below the statement timeout, whatever the table's size. */
const PRUNE_BATCH = 1_000
/** Clock difference of NATS and PostgreSQL; JetStream drops repeats. */
const CLOCK_SKEW_MS = 60_000

/** Call in the transaction that causes the event. */
export const insertEvent = (tx: Transaction, event: OutboxEvent): Promise<void> => insert(tx, event, '')

/** Stores nothing if an event with this id is there already. */
export const insertEventOnce = (tx: Transaction, event: OutboxEvent): Promise<void> =>
  insert(tx, event, 'ON CONFLICT (event_id) DO NOTHING')

async function insert(
  tx: Transaction,
  { subject, eventId, payload }: OutboxEvent,
  onConflict: '' | 'ON CONFLICT (event_id) DO NOTHING',
): Promise<void> {
  await inSpan(
    'store an event',
    () =>
      tx.query(`INSERT INTO outbox (event_id, subject, payload) VALUES ($1, $2, $3) ${onConflict}`, [
        eventId,
        subject,
        payload,
      ]),
    { 'messaging.message.id': eventId, 'messaging.destination.template': subject },
  )
}

/** Needs the table `outbox`. Events may be repeated, never lost. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { database, bus, metrics, uptimeMs = () => performance.now() } = options
  if (metrics) measureOutbox(metrics, database)
  const sentTotal =
    metrics && counter(metrics, 'kla_outbox_sent_total', 'Events published from the outbox by this process.')
  const republishedTotal =
    metrics &&
    counter(metrics, 'kla_outbox_republished_total', 'Events to publish again, as the stream may have lost them.')
  let lookedAtMs = -Infinity
  let markedBeforeMs: number | undefined

  const noticeLoss = async (): Promise<void> => {
    if (uptimeMs() - lookedAtMs < LOOK_AT_STREAM_EVERY_MS) return
    lookedAtMs = uptimeMs()
    const wholeSinceMs = await bus.streamWholeSinceMs().catch(() => undefined)
    if (wholeSinceMs === undefined || wholeSinceMs === markedBeforeMs) return
    await markUnsent(wholeSinceMs)
    markedBeforeMs = wholeSinceMs
  }
  const markUnsent = async (beforeMs: number): Promise<void> => {
    const { rowCount } = await database.query(
      `UPDATE outbox SET sent_at = NULL
       WHERE id IN (SELECT id FROM outbox WHERE sent_at IS NOT NULL ORDER BY id DESC LIMIT $1)
         AND sent_at < to_timestamp($2 / 1000.0)`,
      [REPUBLISH_MAX, beforeMs + CLOCK_SKEW_MS],
    )
    republishedTotal?.inc(rowCount ?? 0)
  }
  const anyUnsent = async (refused: Refusals): Promise<boolean> => {
    const { rows } = await database.query('SELECT FROM outbox WHERE sent_at IS NULL AND subject <> ALL($1) LIMIT 1', [
      [...refused.keys()],
    ])
    return rows.length > 0
  }
  /** Notes in `refused` what the bus does not store. Consumers read one subject each, so only its order counts. */
  const sendBatch = (refused: Refusals): Promise<number> =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<{ id: number; subject: string; event_id: string; payload: Buffer }>(
        `SELECT id, subject, event_id, payload FROM outbox
         WHERE sent_at IS NULL AND subject <> ALL($2) ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [BATCH, [...refused.keys()]],
      )
      const sent: number[] = []
      const endsMs = uptimeMs() + BATCH_WITHIN_MS
      for (const { id, subject, event_id: eventId, payload } of rows) {
        if (uptimeMs() >= endsMs) break
        if (refused.has(subject)) continue
        try {
          await bus.publishEvent(subject, eventId, payload)
          sent.push(id)
        } catch (error) {
          refused.set(subject, error)
          if (outageOf(error)) break
        }
      }
      if (sent.length > 0) await tx.query('UPDATE outbox SET sent_at = now() WHERE id = ANY($1)', [sent])
      return sent.length
    })

  return {
    async relay() {
      if (!bus.connected()) return
      await noticeLoss()
      const refused: Refusals = new Map()
      while (await anyUnsent(refused)) {
        const before = refused.size
        const sent = await sendBatch(refused)
        sentTotal?.inc(sent)
        const isStuck = sent === 0 && refused.size === before
        if (isStuck || [...refused.values()].some(outageOf)) break
      }
      const [first] = refused
      if (first) throw new Error(`an event of ${first[0]} could not be published`, { cause: first[1] })
    },

    async prune(stopping) {
      let after = 0
      let more = true
      while (more && !stopping?.aborted) {
        const { rows } = await database.query<{ id: number; sent: boolean; old: boolean }>(
          `SELECT id, sent_at IS NOT NULL AS sent, coalesce(sent_at < now() - interval '7 days', false) AS old
           FROM outbox WHERE id > $1 ORDER BY id LIMIT $2`,
          [after, PRUNE_BATCH],
        )
        const old = rows.flatMap(({ id, old: isOld }) => (isOld ? [id] : []))
        // Another process may publish them again.
        if (old.length > 0)
          await database.query(`DELETE FROM outbox WHERE id = ANY($1) AND sent_at < now() - interval '7 days'`, [old])
        after = rows.at(-1)?.id ?? after
        more = rows.length === PRUNE_BATCH && rows.every((row) => row.old || !row.sent)
      }
    },
  }
}

/** Subjects of events that the bus did not store, and why. */
type Refusals = Map<string, unknown>
