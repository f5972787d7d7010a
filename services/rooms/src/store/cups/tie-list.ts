import type { Database } from '@kla/chassis'
import type { Category, Mode } from '@kla/proto/web'
import type { TieLine } from './tie-line.js'

export type TieFilter = 'disputed' | 'running' | 'all'

/** A tie with what is to be known of its cup. */
export interface ListedTie extends TieLine {
  readonly cupId: string
  readonly cupName: string
  readonly mode: Mode
  readonly category: Category
  /** As of the cup. */
  readonly verdictsUntilMs: number
}

export interface TieList {
  /** Ties over all cups, those that changed last first. */
  page(
    filter: TieFilter,
    limit: number,
    offset: number,
  ): Promise<{ readonly ties: readonly ListedTie[]; readonly total: number }>
}

interface Row {
  readonly cup_id: string
  readonly cup_name: string
  readonly mode: Mode
  readonly category: Category
  readonly tie_id: string
  readonly listed: TieLine['listed']
  readonly tie: TieLine['tie']
  readonly player_a: TieLine['playerA']
  readonly player_b: TieLine['playerB']
  readonly open_to_verdict: boolean
  readonly verdicts_until: Date | null
}

export const createTieList = (database: Database): TieList => ({
  async page(filter, limit, offset) {
    const [where, values] = filter === 'all' ? ['', []] : ['WHERE listed = $1', [filter]]
    const [at, from] = [values.length + 1, values.length + 2]
    const [page, counted] = await Promise.all([
      database.query<Row>(
        `SELECT t.*, c.name AS cup_name, c.mode, c.category, c.verdicts_until
         FROM (SELECT * FROM cup_ties ${where}
               ORDER BY changed_at DESC, cup_id, tie_id LIMIT $${at} OFFSET $${from}) AS t
         JOIN cups AS c ON c.id = t.cup_id
         ORDER BY t.changed_at DESC, t.cup_id, t.tie_id`,
        [...values, limit, offset],
      ),
      database.query<{ total: number }>(`SELECT count(*) AS total FROM cup_ties ${where}`, values),
    ])
    return { ties: page.rows.map(toListedTie), total: counted.rows[0]?.total ?? 0 }
  },
})

const toListedTie = (row: Row): ListedTie => ({
  cupId: row.cup_id,
  cupName: row.cup_name,
  mode: row.mode,
  category: row.category,
  tieId: row.tie_id,
  listed: row.listed,
  tie: row.tie,
  playerA: row.player_a,
  playerB: row.player_b,
  openToVerdict: row.open_to_verdict,
  verdictsUntilMs: row.verdicts_until?.getTime() ?? 0,
})
