import type { ListCursor, Place, Refused } from '@kla/chassis'
import { ALL_SEASONS, PAGE_SIZES, SEASON_PATTERN, STANDINGS_PAGES_MAX } from '@kla/proto/web'
import type { Figures } from './figures.js'

/** An account's rank on the leaderboard. */
export interface Standing extends Figures {
  readonly accountId: number
  /** Rank from 1, shared by equal figures. */
  readonly rank: number
}

type Line = Omit<Standing, 'rank'>

export function ranked(lines: readonly Line[], before: number, firstRank: number): Standing[] {
  let rank = firstRank
  return lines.map((line, at) => {
    const previous = lines[at - 1]
    if (previous && !hasEqualFigures(previous, line)) rank = before + at + 1
    return { ...line, rank }
  })
}

const hasEqualFigures = (one: Figures, other: Figures): boolean =>
  one.gamesWon === other.gamesWon && one.gamesPlayed === other.gamesPlayed

const QUARTER = new RegExp(SEASON_PATTERN)

export const isQuarter = (text: string): boolean => QUARTER.test(text)

/** True for a quarter or all seasons together. */
export const isSeason = (text: string): boolean => text === ALL_SEASONS || isQuarter(text)

export interface Page {
  readonly limit: number
  readonly offset: number
  /** The row before this page. Nothing is skipped or counted then. */
  readonly after?: Place
}

const PAGE_SIZE_MAX = Math.max(...PAGE_SIZES)

/** Reads a page by its number, from 1, or by the cursor `after` if there is one. */
export function pageFrom(
  given: { readonly page: number; readonly pageSize: number; readonly after?: string | undefined },
  cursor: ListCursor,
): Page | Refused {
  const after = cursor.read(given.after ?? '')
  if (after === undefined) return pageOf(given)
  if ('refused' in after) return after
  const first = pageOf({ page: 1, pageSize: given.pageSize })
  return 'refused' in first ? first : { ...first, after }
}

function pageOf({ page, pageSize }: { readonly page: number; readonly pageSize: number }): Page | Refused {
  const sound = page >= 1 && page <= STANDINGS_PAGES_MAX && pageSize >= 1 && pageSize <= PAGE_SIZE_MAX
  return sound ? { limit: pageSize, offset: (page - 1) * pageSize } : { refused: 'INVALID_FIELD' }
}
