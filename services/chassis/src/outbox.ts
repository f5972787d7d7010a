import { counter, createCachedReading, gauge, type Metrics } from './metrics.js'
import type { Bus } from './nats/bus.js'
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
   * Publishes unsent events, oldest first, until the bus refuses one. When the stream has lost events, publishes the
   * last 10,000 again.
   */
  relay(): Promise<void>
  prune(): Promise<void>
}

/** Database, bus and clocks of an outbox. */
export interface OutboxOptions {
  readonly database: Database
  readonly bus: Pick<Bus, 'publishEvent' | 'streamWholeSinceMs' | 'connected'>
  readonly metrics?: Metrics
  readonly uptimeMs?: () => number
}

const BATCH = 100
const LOOK_AT_STREAM_EVERY_MS = 5_000
/** More than consumers lag; delays new events by seconds. */
const REPUBLISH_MAX = 10_000
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
  const anyUnsent = async (): Promise<boolean> => {
    const { rows } = await database.query('SELECT FROM outbox WHERE sent_at IS NULL LIMIT 1')
    return rows.length > 0
  }
  const sendBatch = (): Promise<number> =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<{ id: number; subject: string; event_id: string; payload: Buffer }>(
        `SELECT id, subject, event_id, payload FROM outbox
         WHERE sent_at IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [BATCH],
      )
      const sent: number[] = []
      for (const { id, subject, event_id: eventId, payload } of rows) {
        const stored = await bus.publishEvent(subject, eventId, payload).then(
          () => true,
          () => false,
        )
        if (!stored) break
        sent.push(id)
      }
      if (sent.length > 0) await tx.query('UPDATE outbox SET sent_at = now() WHERE id = ANY($1)', [sent])
      return sent.length
    })

  return {
    async relay() {
      if (!bus.connected()) return
      await noticeLoss()
      while (await anyUnsent()) {
        const sent = await sendBatch()
        sentTotal?.inc(sent)
        if (sent === 0) return
      }
    },

    async prune() {
      await database.query(`DELETE FROM outbox WHERE sent_at < now() - interval '7 days'`)
    },
  }
}
