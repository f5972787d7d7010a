import type { Database } from '@kla/chassis'
import type { Category, Mode } from '@kla/proto/web'
import type { CupPhase } from '../../domain/cups/cup.js'

/** A cup in a list: its record stays where it is. Times in Unix milliseconds, 0: not yet. */
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
  readonly endedAtMs: number
}

export interface CupLists {
  /** Cups that are not over, those that begin first; then those that ended since, the latest first. */
  current(endedSinceMs: number, limit: number): Promise<readonly CupLine[]>
  /** All cups, newest first. */
  all(limit: number, offset: number): Promise<{ readonly cups: readonly CupLine[]; readonly total: number }>
}

const COLUMNS = `id, name, mode, category, capacity, entered, starts_at, check_in_at, phase, champion_id, champion,
  ended_at`

export function createCupLists(database: Database): CupLists {
  const select = async (rest: string, values: readonly unknown[]): Promise<CupLine[]> =>
    (await database.query<Row>(`SELECT ${COLUMNS} FROM cups ${rest}`, [...values])).rows.map(toLine)

  return {
    async current(endedSinceMs, limit) {
      const [live, ended] = await Promise.all([
        select('WHERE ended_at IS NULL ORDER BY starts_at, id LIMIT $1', [limit]),
        select('WHERE ended_at > $1 ORDER BY ended_at DESC, id LIMIT $2', [new Date(endedSinceMs), limit]),
      ])
      return [...live, ...ended].slice(0, limit)
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

type AsItIs = 'id' | 'name' | 'mode' | 'category' | 'capacity' | 'entered' | 'phase' | 'champion'

interface Row extends Pick<CupLine, AsItIs> {
  readonly starts_at: Date
  readonly check_in_at: Date
  readonly champion_id: number
  readonly ended_at: Date | null
}

const toLine = ({ starts_at, check_in_at, champion_id, ended_at, ...rest }: Row): CupLine => ({
  ...rest,
  startsAtMs: starts_at.getTime(),
  checkInAtMs: check_in_at.getTime(),
  championId: champion_id,
  endedAtMs: ended_at?.getTime() ?? 0,
})
