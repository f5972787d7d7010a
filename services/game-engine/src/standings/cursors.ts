import { type ListCursor, listCursor, UUID_SHAPE } from '@kla/chassis'
import type { LeaderboardMode } from '@kla/proto/web'

const FIGURE = /^-?\d{1,9}$/

/** Cursors of one list of standings; `accountId` 0 stands for everyone. */
export const standingsCursor = (season: string, order: LeaderboardMode, accountId: number): ListCursor =>
  listCursor(['standings', season, order, accountId], [FIGURE, FIGURE, 'integer'])

/** Cursors of all corrections, or of an account's. */
export const correctionCursor = (accountId: number | undefined): ListCursor =>
  listCursor(['corrections', accountId], ['integer', UUID_SHAPE])
