import { type Database, insertEvent, inTransaction, isStored, type OutboxEvent, type Transaction } from '@kla/chassis'
import { PASS_CLAIM_GRACE_MS } from '@kla/proto/web'
import { lockSeasons } from '../shared/store.js'
import { findMistakes, fixMistakes } from './progress-store.js'
import type { Season } from './rules/season.js'
import { putSeason, seasonAt, selectSeasons } from './season-rows.js'

/** Seasons of the battle pass in PostgreSQL. */
export interface SeasonStore {
  list(): Promise<readonly Season[]>
  /** Running season, and those over while rewards can be claimed; newest first. */
  claimable(nowMs: number): Promise<readonly Season[]>
  runs(nowMs: number): Promise<boolean>
  inTransaction<T>(work: (tx: SeasonTransaction) => Promise<T>): Promise<T>
}

/** Changes of seasons within one transaction. */
export interface SeasonTransaction {
  find(id: string): Promise<Season | undefined>
  overlapsPublished(season: Season): Promise<boolean>
  save(season: Season): Promise<void>
  remove(id: string): Promise<void>
  recount(season: Season): Promise<void>
  insertEvent(event: OutboxEvent): Promise<void>
  /** True if the event is stored; the outbox keeps it for days. */
  isStored(eventId: string): Promise<boolean>
}

const LIST_MAX = 500

export const createSeasonStore = (database: Database): SeasonStore => ({
  list: () => selectSeasons(database, 'ORDER BY starts_at DESC, id LIMIT $1', [LIST_MAX]),

  claimable: (nowMs) =>
    selectSeasons(database, 'WHERE published AND starts_at <= $1 AND ends_at > $2 ORDER BY starts_at DESC', [
      new Date(nowMs),
      new Date(nowMs - PASS_CLAIM_GRACE_MS),
    ]),

  runs: async (nowMs) => (await seasonAt(database, nowMs)) !== undefined,

  inTransaction: (work) =>
    inTransaction(database, async (tx) => {
      await lockSeasons(tx)
      return work(seasonTransaction(tx))
    }),
})

const seasonTransaction = (tx: Transaction): SeasonTransaction => ({
  async find(id) {
    const [season] = await selectSeasons(tx, 'WHERE id = $1', [id])
    return season
  },

  async overlapsPublished({ id, startsAtMs, endsAtMs }) {
    const { rowCount } = await tx.query(
      'SELECT 1 FROM pass_seasons WHERE published AND id <> $1 AND tstzrange(starts_at, ends_at) && tstzrange($2, $3)',
      [id, new Date(startsAtMs), new Date(endsAtMs)],
    )
    return (rowCount ?? 0) > 0
  },

  save: (season) => putSeason(tx, season),

  async remove(id) {
    await tx.query('DELETE FROM pass_seasons WHERE id = $1', [id])
  },

  recount: async (season) => fixMistakes(tx, season, await findMistakes(tx, season)),
  insertEvent: (event) => insertEvent(tx, event),

  isStored: (eventId) => isStored(tx, eventId),
})
