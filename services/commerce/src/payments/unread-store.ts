import { createHash } from 'node:crypto'
import type { Database } from '@kla/chassis'
import type { ProviderName, UnreadableNotification } from './payment-provider.js'

interface UnreadNotification {
  readonly id: number
  readonly provider: string
  readonly why: string
  readonly about: Readonly<Record<string, string | number>>
  readonly firstAt: Date
  readonly lastAt: Date
  readonly times: number
}

/** Signed but unreadable notifications, for a person. */
export interface UnreadStore {
  /** Keeps one row per event; a repeat reopens it. */
  keep(provider: ProviderName, body: Uint8Array, unreadable: UnreadableNotification, nowMs: number): Promise<void>
  forget(provider: ProviderName, eventIds: readonly string[]): Promise<void>
  list(): Promise<readonly UnreadNotification[]>
  count(): Promise<number>
  done(id: number, nowMs: number): Promise<boolean>
  forgetOlderThan(beforeMs: number): Promise<void>
}

export const createUnreadStore = (database: Pick<Database, 'query'>): UnreadStore => ({
  async keep(provider, body, { why, about }, nowMs) {
    const key = String(about['event_id'] ?? `sha256:${createHash('sha256').update(body).digest('hex')}`)
    await database.query(
      `INSERT INTO unread_notifications AS kept (provider, key, why, about, first_at, last_at)
       VALUES ($1, $2, $3, $4, $5, $5)
       ON CONFLICT (provider, key) DO UPDATE
         SET why = EXCLUDED.why, about = EXCLUDED.about, last_at = EXCLUDED.last_at, times = kept.times + 1, done_at = NULL`,
      [provider, key, why, JSON.stringify({ ...about, bytes: body.length }), new Date(nowMs)],
    )
  },

  async forget(provider, eventIds) {
    await database.query('DELETE FROM unread_notifications WHERE provider = $1 AND key = ANY($2)', [provider, eventIds])
  },

  async list() {
    const { rows } = await database.query<UnreadNotification>(
      `SELECT id, provider, why, about, first_at AS "firstAt", last_at AS "lastAt", times
       FROM unread_notifications WHERE done_at IS NULL ORDER BY first_at, id`,
    )
    return rows
  },

  async count() {
    const { rows } = await database.query<{ unread: number }>(
      'SELECT count(*) AS unread FROM unread_notifications WHERE done_at IS NULL',
    )
    return rows[0]?.unread ?? 0
  },

  async done(id, nowMs) {
    const { rowCount } = await database.query('UPDATE unread_notifications SET done_at = $2 WHERE id = $1', [
      id,
      new Date(nowMs),
    ])
    return rowCount === 1
  },

  async forgetOlderThan(beforeMs) {
    await database.query('DELETE FROM unread_notifications WHERE last_at < $1', [new Date(beforeMs)])
  },
})
