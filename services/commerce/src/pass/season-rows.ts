import type { Transaction } from '@kla/chassis'
import type { Season, Tier } from './rules/season.js'

interface SeasonRow {
  readonly id: string
  readonly name: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly points_played: number
  readonly points_won: number
  readonly tiers: readonly Tier[]
  readonly published: boolean
  readonly version: number
  readonly changed_at: Date | null
  readonly changed_by_id: number
  readonly changed_by: string
}

/** Reads seasons; `rest` follows FROM. */
export async function selectSeasons(
  tx: Pick<Transaction, 'query'>,
  rest: string,
  values: readonly unknown[] = [],
): Promise<Season[]> {
  const { rows } = await tx.query<SeasonRow>(
    `SELECT id, name, starts_at, ends_at, points_played, points_won, tiers, published, version,
       changed_at, changed_by_id, changed_by
     FROM pass_seasons ${rest}`,
    [...values],
  )
  return rows.map(seasonOf)
}

export async function seasonAt(tx: Pick<Transaction, 'query'>, atMs: number): Promise<Season | undefined> {
  const [season] = await selectSeasons(
    tx,
    'WHERE published AND tstzrange(starts_at, ends_at) @> $1::timestamptz LIMIT 1',
    [new Date(atMs)],
  )
  return season
}

export async function putSeason(tx: Transaction, season: Season): Promise<void> {
  await tx.query(
    `INSERT INTO pass_seasons (id, name, starts_at, ends_at, points_played, points_won, tiers, published, version,
       changed_at, changed_by_id, changed_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (id) DO UPDATE SET
       name = excluded.name, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
       points_played = excluded.points_played, points_won = excluded.points_won, tiers = excluded.tiers,
       published = excluded.published, version = excluded.version, changed_at = excluded.changed_at,
       changed_by_id = excluded.changed_by_id, changed_by = excluded.changed_by`,
    [
      season.id,
      season.name,
      new Date(season.startsAtMs),
      new Date(season.endsAtMs),
      season.pointsPlayed,
      season.pointsWon,
      JSON.stringify(season.tiers),
      season.published,
      season.version,
      season.changed ? new Date(season.changed.atMs) : null,
      season.changed?.byId ?? 0,
      season.changed?.by ?? '',
    ],
  )
}

const seasonOf = (row: SeasonRow): Season => ({
  id: row.id,
  name: row.name,
  startsAtMs: row.starts_at.getTime(),
  endsAtMs: row.ends_at.getTime(),
  pointsPlayed: row.points_played,
  pointsWon: row.points_won,
  tiers: row.tiers,
  published: row.published,
  version: row.version,
  changed: row.changed_at ? { byId: row.changed_by_id, by: row.changed_by, atMs: row.changed_at.getTime() } : undefined,
})
