import type { Database } from '@kla/chassis'
import type { Category, Mode } from '@kla/proto/web'
import type { TieLine } from './cup-rows.js'
import type { CupPhase } from './rules/cup.js'

/** Summary of a cup. Unix milliseconds; 0 means not yet. */
export interface CupLine {
  readonly id: string
  readonly name: string
  readonly mode: Mode
  readonly category: Category
  readonly capacity: number
  readonly entered: number
  readonly startsAtMs: number
  readonly checkInAtMs: number
  readonly phase: CupPhase
  readonly championId: number
  readonly champion: string
  /** Champion's alias; null for the account id. */
  readonly championAlias: number | null
  readonly endedAtMs: number
}

/** Lists of cups for players and administrators. */
export interface CupLists {
  current(endedSinceMs: number, limit: number): Promise<readonly CupLine[]>
  isListed(accountId: number, endedSinceMs: number): Promise<boolean>
  all(limit: number, offset: number): Promise<{ readonly cups: readonly CupLine[]; readonly total: number }>
}

const CUP_COLUMNS = `id, name, mode, category, capacity, entered, starts_at, check_in_at, phase, champion_id, champion, champion_alias,
  ended_at`

export function createCupLists(database: Database): CupLists {
  const select = async (rest: string, values: readonly unknown[]): Promise<CupLine[]> =>
    (await database.query<CupRow>(`SELECT ${CUP_COLUMNS} FROM cups ${rest}`, [...values])).rows.map(toCupLine)

  return {
    async current(endedSinceMs, limit) {
      const [live, ended] = await Promise.all([
        select('WHERE ended_at IS NULL ORDER BY starts_at, id LIMIT $1', [limit]),
        select('WHERE ended_at > $1 ORDER BY ended_at DESC, id LIMIT $2', [new Date(endedSinceMs), limit]),
      ])
      return [...live, ...ended].slice(0, limit)
    },

    async isListed(accountId, endedSinceMs) {
      const { rows } = await database.query(
        `SELECT 1 FROM cup_players WHERE account_id = $1
         UNION ALL
         SELECT 1 FROM cups WHERE ended_at > $2 AND record -> 'entries' @> jsonb_build_array(jsonb_build_object('accountId', $1::bigint))
         LIMIT 1`,
        [accountId, new Date(endedSinceMs)],
      )
      return rows.length > 0
    },

    async all(limit, offset) {
      const [cups, { rows }] = await Promise.all([
        select('ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2', [limit, offset]),
        database.query<{ total: number }>('SELECT count(*) AS total FROM cups'),
      ])
      return { cups, total: rows[0]?.total ?? 0 }
    },
  }
}

type UnchangedColumn = 'id' | 'name' | 'mode' | 'category' | 'capacity' | 'entered' | 'phase' | 'champion'

interface CupRow extends Pick<CupLine, UnchangedColumn> {
  readonly starts_at: Date
  readonly check_in_at: Date
  readonly champion_id: number
  readonly champion_alias: number | null
  readonly ended_at: Date | null
}

const toCupLine = ({ starts_at, check_in_at, champion_id, champion_alias, ended_at, ...rest }: CupRow): CupLine => ({
  ...rest,
  startsAtMs: starts_at.getTime(),
  checkInAtMs: check_in_at.getTime(),
  championId: champion_id,
  championAlias: champion_alias,
  endedAtMs: ended_at?.getTime() ?? 0,
})

type TieFilter = 'disputed' | 'running' | 'all'

// A called tie runs too: its players are awaited.
const LISTED: Readonly<Record<TieFilter, string>> = {
  disputed: "WHERE listed = 'disputed'",
  running: "WHERE listed IN ('running', 'called')",
  all: '',
}

/** A tie with its cup, for administrators. */
export interface ListedTie extends TieLine {
  readonly cupId: string
  readonly cupName: string
  readonly mode: Mode
  readonly category: Category
  readonly verdictsUntilMs: number
}

/** List of ties for administrators. */
export interface TieList {
  page(
    filter: TieFilter,
    limit: number,
    offset: number,
  ): Promise<{ readonly ties: readonly ListedTie[]; readonly total: number }>
}

interface TieRow {
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
    const where = LISTED[filter]
    const [page, counted] = await Promise.all([
      database.query<TieRow>(
        `SELECT t.*, c.name AS cup_name, c.mode, c.category, c.verdicts_until
         FROM (SELECT * FROM cup_ties ${where}
               ORDER BY changed_at DESC, cup_id, tie_id LIMIT $1 OFFSET $2) AS t
         JOIN cups AS c ON c.id = t.cup_id
         ORDER BY t.changed_at DESC, t.cup_id, t.tie_id`,
        [limit, offset],
      ),
      database.query<{ total: number }>(`SELECT count(*) AS total FROM cup_ties ${where}`),
    ])
    return { ties: page.rows.map(toListedTie), total: counted.rows[0]?.total ?? 0 }
  },
})

const toListedTie = (row: TieRow): ListedTie => ({
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
