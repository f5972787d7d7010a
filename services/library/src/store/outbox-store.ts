import { inTransaction, type Database } from '@kla/chassis'

export interface OutboxFact {
  readonly subject: string
  readonly factId: string
  readonly payload: Buffer
}

/** Facts that were stored with what they tell of and have yet to be published. */
export interface OutboxStore {
  /**
   * Hands facts not yet sent to `send`, the oldest first, and marks those it resolves for; a rejection leaves that
   * one and all after it for later. Several pods at once get different facts. Answers how many were sent.
   */
  relay(send: (fact: OutboxFact) => Promise<void>): Promise<number>
  /** Removes what was sent long ago. */
  prune(): Promise<void>
}

const RELAY_AT_MOST = 100

export function createOutboxStore(database: Database): OutboxStore {
  return {
    relay: (send) =>
      inTransaction(database, async (tx) => {
        const { rows } = await tx.query<{ id: number; subject: string; fact_id: string; payload: Buffer }>(
          `SELECT id, subject, fact_id, payload FROM outbox
           WHERE sent_at IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
          [RELAY_AT_MOST],
        )
        const sent: number[] = []
        for (const { id, subject, fact_id: factId, payload } of rows) {
          const stored = await send({ subject, factId, payload }).then(
            () => true,
            () => false,
          )
          if (!stored) break
          sent.push(id)
        }
        if (sent.length > 0) await tx.query('UPDATE outbox SET sent_at = now() WHERE id = ANY($1)', [sent])
        return sent.length
      }),

    async prune() {
      // As long as the stream keeps facts: until then a row can answer what was sent.
      await database.query(`DELETE FROM outbox WHERE sent_at < now() - interval '7 days'`)
    },
  }
}
