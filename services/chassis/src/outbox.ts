import { counter, createReading, gauge, type Metrics } from './metrics.js'
import type { Bus } from './nats/bus.js'
import { type Database, inTransaction, type Transaction } from './pg.js'
import { inPart } from './tracing/index.js'

/** Often enough for an alert that waits minutes. */
const EVERY_MS = 5_000

/** How much of an outbox waits, and since when. It is the same for all pods of a service: take the maximum. */
export function measureOutbox(metrics: Metrics, database: Database): void {
  const read = createReading(
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
  gauge(metrics, 'kla_outbox_unsent', 'Facts stored and not yet published, of all pods.', async function () {
    this.set((await read()).unsent)
  })
  gauge(metrics, 'kla_outbox_oldest_seconds', 'Age of the oldest of them; 0: there is none.', async function () {
    this.set((await read()).oldest)
  })
}

/** A fact as {@link Bus.publishFact} takes it. */
export interface OutboxFact {
  readonly subject: string
  readonly factId: string
  readonly payload: Uint8Array
}

/** Facts that were stored with what they tell of and have yet to be published. */
export interface Outbox {
  /**
   * Publishes what is not sent yet, the oldest first. What the bus refuses stays for later, and all after it; without
   * a connection nothing is tried. Several processes at once take different facts. Rejects if the database fails.
   */
  relay(): Promise<void>
  /** Removes what was sent long ago. */
  prune(): Promise<void>
}

export interface OutboxOptions {
  readonly database: Database
  readonly bus: Pick<Bus, 'publishFact' | 'connected'>
  readonly metrics?: Metrics
}

const BATCH = 100

/**
 * Lays a fact in the outbox, in the transaction it tells of. A trace ends here: the fact may be published hours later,
 * by another process, which begins a trace of its own. The id of the fact is in both.
 */
export async function insertFact(tx: Transaction, { subject, factId, payload }: OutboxFact): Promise<void> {
  await inPart(
    'store a fact',
    () => tx.query('INSERT INTO outbox (fact_id, subject, payload) VALUES ($1, $2, $3)', [factId, subject, payload]),
    { 'messaging.message.id': factId, 'messaging.destination.template': subject },
  )
}

/**
 * The outbox of a schema. Its table is made by the migrations of whoever owns the schema:
 *
 *     CREATE TABLE outbox (
 *       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
 *       fact_id text NOT NULL UNIQUE,
 *       subject text NOT NULL,
 *       payload bytea NOT NULL,
 *       created_at timestamptz NOT NULL DEFAULT now(),
 *       sent_at timestamptz
 *     );
 *     CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;
 *
 * A process that dies between publishing and noting it publishes again: facts may be told twice, never lost.
 */
export function createOutbox({ database, bus, metrics }: OutboxOptions): Outbox {
  if (metrics) measureOutbox(metrics, database)
  const sentTotal = metrics && counter(metrics, 'kla_outbox_sent_total', 'Facts published from the outbox by this process.')
  /** One question instead of a transaction: most of the time there is nothing. */
  const anyUnsent = async (): Promise<boolean> => {
    const { rows } = await database.query('SELECT FROM outbox WHERE sent_at IS NULL LIMIT 1')
    return rows.length > 0
  }
  const sendBatch = (): Promise<number> =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<{ id: number; subject: string; fact_id: string; payload: Buffer }>(
        `SELECT id, subject, fact_id, payload FROM outbox
         WHERE sent_at IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [BATCH],
      )
      const sent: number[] = []
      for (const { id, subject, fact_id: factId, payload } of rows) {
        const stored = await bus.publishFact(subject, factId, payload).then(
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
      while (await anyUnsent()) {
        const sent = await sendBatch()
        sentTotal?.inc(sent)
        // Others are at it, or NATS does not take them.
        if (sent === 0) return
      }
    },

    async prune() {
      // As long as the stream keeps facts: until then a row can answer what was sent.
      await database.query(`DELETE FROM outbox WHERE sent_at < now() - interval '7 days'`)
    },
  }
}
