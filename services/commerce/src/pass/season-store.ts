import { inTransaction, insertFact, type Database, type OutboxFact, type Transaction } from '@kla/chassis'
import { PASS_CLAIM_GRACE_MS } from '@kla/proto/web'
import { changeSeason, publishSeason, type SeasonChange, type SeasonPlan, type Season } from './rules/season.js'
import type { Refused } from '../shared/rules.js'
import { lockSeasons } from '../shared/locks.js'
import { findMistakes, fixMistakes } from './progress-store.js'
import { putSeason, seasonAt, selectSeasons } from './season-rows.js'

export type Audited = (season: Season) => OutboxFact

export interface SeasonStore {
  list(): Promise<readonly Season[]>
  /** The running season, or the last one while its rewards can be claimed. */
  current(nowMs: number): Promise<Season | undefined>
  runs(nowMs: number): Promise<boolean>
  put(plan: SeasonPlan, version: number, audited: Audited): Promise<Season | Refused>
  publish(id: string, audited: Audited): Promise<Season | Refused>
  remove(id: string, audited: Audited): Promise<Season | Refused>
}

/** A century of quarters, and drafts. */
const LIST_MAX = 500

export function createSeasonStore(database: Database): SeasonStore {
  return {
    list: () => selectSeasons(database, 'ORDER BY starts_at DESC, id LIMIT $1', [LIST_MAX]),

    async current(nowMs) {
      const [season] = await selectSeasons(
        database,
        'WHERE published AND starts_at <= $1 AND ends_at > $2 ORDER BY starts_at DESC LIMIT 1',
        [new Date(nowMs), new Date(nowMs - PASS_CLAIM_GRACE_MS)],
      )
      return season
    },

    runs: async (nowMs) => (await seasonAt(database, nowMs)) !== undefined,

    put: (plan, version, audited) =>
      inTransaction(database, async (tx) => {
        await lockSeasons(tx)
        return carryOut(tx, changeSeason(await find(tx, plan.id), plan, version), audited)
      }),

    publish: (id, audited) =>
      inTransaction(database, async (tx) => {
        await lockSeasons(tx)
        return carryOut(tx, publishSeason(await find(tx, id)), audited)
      }),

    remove: (id, audited) =>
      inTransaction(database, async (tx) => {
        await lockSeasons(tx)
        const season = await find(tx, id)
        if (!season) return { refused: 'SEASON_NOT_FOUND' }
        if (season.published) return { refused: 'SEASON_PUBLISHED' }
        await tx.query('DELETE FROM pass_seasons WHERE id = $1', [id])
        await insertFact(tx, audited(season))
        return season
      }),
  }
}

async function find(tx: Transaction, id: string): Promise<Season | undefined> {
  const [season] = await selectSeasons(tx, 'WHERE id = $1', [id])
  return season
}

async function carryOut(tx: Transaction, change: SeasonChange, audited: Audited): Promise<Season | Refused> {
  if ('refused' in change) return change
  if ('repeat' in change) return change.repeat
  const { season, recount } = change
  if (await overlapsPublished(tx, season)) return { refused: 'SEASONS_OVERLAP' }
  await putSeason(tx, season)
  // Battles from before it was published, or after its former end.
  if (recount) await fixMistakes(tx, season, await findMistakes(tx, season))
  await insertFact(tx, audited(season))
  return season
}

async function overlapsPublished(tx: Transaction, { id, startsAtMs, endsAtMs }: Season): Promise<boolean> {
  const { rowCount } = await tx.query(
    'SELECT 1 FROM pass_seasons WHERE published AND id <> $1 AND tstzrange(starts_at, ends_at) && tstzrange($2, $3)',
    [id, new Date(startsAtMs), new Date(endsAtMs)],
  )
  return (rowCount ?? 0) > 0
}
