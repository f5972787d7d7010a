import type { Database } from '@kla/chassis'
import type { LeaderboardMode } from '@kla/proto/web'
import { ALL_SEASONS } from '@kla/proto/web'
import { ranked, type Figures, type Page, type Standing } from '../domain/standings/index.js'
import { AHEAD, COUNT, LINE, PAGE, SEASONS } from './standings-statements.js'
import type { FiguresRow } from './standings-rows.js'

export interface StandingsStore {
  /** A part of a season's standings. */
  page(season: string, order: LeaderboardMode, page: Page): Promise<readonly Standing[]>
  /** The line of one account; undefined when it has nothing there. */
  find(season: string, order: LeaderboardMode, accountId: number): Promise<Standing | undefined>
  /** How many lines a season has. */
  count(season: string): Promise<number>
  /** The quarters with results, newest first. */
  seasons(): Promise<readonly string[]>
}

type Line = FiguresRow & { readonly account_id: number }

export function createStandingsStore(database: Database): StandingsStore {
  async function rankOf(season: string, order: LeaderboardMode, { gamesWon, gamesPlayed }: Figures): Promise<number> {
    const { rows } = await database.query<{ ahead: number }>(AHEAD[order], [season, gamesWon, gamesPlayed])
    return (rows[0]?.ahead ?? 0) + 1
  }

  return {
    async page(season, order, { limit, offset }) {
      const { rows } = await database.query<Line>(PAGE[order], [season, limit, offset])
      const lines = rows.map(lineOf)
      const [first] = lines
      if (!first) return []
      return ranked(lines, offset, offset === 0 ? 1 : await rankOf(season, order, first))
    },

    async find(season, order, accountId) {
      const { rows } = await database.query<Line>(LINE, [season, accountId])
      const [row] = rows
      if (!row) return undefined
      const line = lineOf(row)
      return { ...line, rank: await rankOf(season, order, line) }
    },

    async count(season) {
      const { rows } = await database.query<{ total: number }>(COUNT, [season])
      return rows[0]?.total ?? 0
    },

    async seasons() {
      const { rows } = await database.query<{ season: string }>(SEASONS, [ALL_SEASONS])
      return rows.map(({ season }) => season)
    },
  }
}

// Below nothing only for a moment of a history: a battle that became known late took another's place after a correction.
const lineOf = (row: Line): Omit<Standing, 'rank'> => ({
  accountId: row.account_id,
  gamesWon: Math.max(0, row.games_won),
  gamesPlayed: Math.max(0, row.games_played),
})
