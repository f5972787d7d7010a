import { type Database, microsecondsOf, pageOf, type Place, timeOf } from '@kla/chassis'
import type { Category, Mode } from '@kla/proto/web'
import type { TieLine } from './cup-rows.js'
import type { CupPhase } from './rules/cup.js'
import type { Page } from './rules/fields.js'

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
  /** Newest first. */
  all(page: Page): Promise<CupsPage>
  count(): Promise<number>
}

interface CupsPage {
  readonly cups: readonly CupLine[]
  /** 0 for a page after a place. */
  readonly total: number
  /** The last row; undefined at the end. */
  readonly next: Place | undefined
}

const CUP_COLUMNS = `id, name, mode, category, capacity, entered, starts_at, check_in_at, phase, champion_id, champion, champion_alias,
  ended_at`

export function createCupLists(database: Database): CupLists {
  const select = async (rest: string, values: readonly unknown[]): Promise<CupLine[]> =>
    (await database.query<CupRow>(`SELECT ${CUP_COLUMNS} FROM cups ${rest}`, [...values])).rows.map(toCupLine)

  const count = async (): Promise<number> => {
    const { rows } = await database.query<{ total: number }>('SELECT count(*) AS total FROM cups')
    return rows[0]?.total ?? 0
  }

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

    async all({ limit, offset, after }) {
      const columns = `${CUP_COLUMNS}, ${microsecondsOf('created_at')} AS created_us`
      const where = after ? `WHERE (created_at, id) < (${timeOf('$2')}, $3::uuid)` : ''
      const end = `ORDER BY created_at DESC, id DESC LIMIT $1 ${after ? '' : 'OFFSET $2'}`
      const [found, total] = await Promise.all([
        database.query<CupRow & { readonly created_us: number }>(`SELECT ${columns} FROM cups ${where} ${end}`, [
          limit + 1,
          ...(after ?? [offset]),
        ]),
        after ? 0 : count(),
      ])
      const { rows, last } = pageOf(found.rows, limit)
      return { cups: rows.map(toCupLine), total, next: last && [last.created_us, last.id] }
    },

    count,
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

const toCupLine = (row: CupRow): CupLine => ({
  id: row.id,
  name: row.name,
  mode: row.mode,
  category: row.category,
  capacity: row.capacity,
  entered: row.entered,
  phase: row.phase,
  champion: row.champion,
  startsAtMs: row.starts_at.getTime(),
  checkInAtMs: row.check_in_at.getTime(),
  championId: row.champion_id,
  championAlias: row.champion_alias,
  endedAtMs: row.ended_at?.getTime() ?? 0,
})

/** Filter of the list of ties. */
export type TieFilter = 'disputed' | 'running' | 'all'

// A called tie runs too: its players are awaited.
const LISTED: Readonly<Record<TieFilter, string>> = {
  disputed: "listed = 'disputed'",
  running: "listed IN ('running', 'called')",
  all: 'true',
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
  /** Lists those of the newest cup first, in an order that no change of a tie alters. */
  page(filter: TieFilter, page: Page): Promise<TiesPage>
  count(filter: TieFilter): Promise<number>
}

interface TiesPage {
  readonly ties: readonly ListedTie[]
  /** 0 for a page after a place. */
  readonly total: number
  /** The last row; undefined at the end. */
  readonly next: Place | undefined
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
  readonly created_us: number
}

// Few at any time: found by their own index, not among the ties of all cups.
const few = (filter: TieFilter) => `WITH few AS MATERIALIZED (SELECT * FROM cup_ties WHERE ${LISTED[filter]})`

// The first condition is for the index.
const BEYOND = `c.created_at <= ${timeOf('$2')} AND (c.created_at, c.id, t.tie_id) < (${timeOf('$2')}, $3::uuid, $4)`

export function createTieList(database: Database): TieList {
  const count = async (filter: TieFilter): Promise<number> => {
    const { rows } = await database.query<{ total: number }>(
      `SELECT count(*) AS total FROM cup_ties WHERE ${LISTED[filter]}`,
    )
    return rows[0]?.total ?? 0
  }

  return {
    async page(filter, { limit, offset, after }) {
      const [found, total] = await Promise.all([
        database.query<TieRow>(
          `${filter === 'all' ? '' : few(filter)} SELECT t.*, c.name AS cup_name, c.mode, c.category, c.verdicts_until, ${microsecondsOf('c.created_at')} AS created_us
           FROM ${filter === 'all' ? 'cup_ties' : 'few'} AS t JOIN cups AS c ON c.id = t.cup_id
           ${after ? `WHERE ${BEYOND}` : ''}
           ORDER BY c.created_at DESC, c.id DESC, t.tie_id DESC LIMIT $1 ${after ? '' : 'OFFSET $2'}`,
          [limit + 1, ...(after ?? [offset])],
        ),
        after ? 0 : count(filter),
      ])
      const { rows, last } = pageOf(found.rows, limit)
      const next = last && [last.created_us, last.cup_id, last.tie_id]
      return { ties: rows.map(toListedTie), total, next }
    },

    count,
  }
}

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
