import { type Static, Type } from 'typebox'
import { SeasonText } from '../competition-rest.js'
import { CORRECTION_MAX, LEADERBOARD_MODES, REASON_MAX, SEASON_PATTERN } from '../competition.js'
import { anyOf, cursorText, id, idText, iso, nullable, orEmpty, pagedFields, pageSizeText, pageText } from './fields.js'

/** Query of `GET /admin/leaderboard`. */
export const StandingsQuery = Type.Object({
  season: orEmpty(SeasonText),
  mode: anyOf(LEADERBOARD_MODES),
  userId: orEmpty(idText),
  page: orEmpty(pageText),
  pageSize: orEmpty(pageSizeText),
  after: cursorText,
})
export const StandingsPage = Type.Object(
  {
    season: Type.String(),
    seasons: Type.Array(Type.String()),
    ...pagedFields,
    results: Type.Array(
      Type.Object({
        id: Type.Integer(),
        username: Type.String(),
        avatar: nullable(Type.String()),
        games_won: Type.Integer(),
        games_played: Type.Integer(),
        rank: Type.Integer(),
      }),
    ),
  },
  { $id: 'StandingsPage' },
)
/** Page of players' figures in a season. */
export type StandingsPage = Static<typeof StandingsPage>

/** Query of `GET /admin/leaderboard/corrections`. */
export const CorrectionsQuery = Type.Object({
  userId: orEmpty(idText),
  page: orEmpty(pageText),
  pageSize: orEmpty(pageSizeText),
  after: cursorText,
})
const correctionFields = {
  id: Type.String(),
  user_id: Type.Integer(),
  user_name: Type.String(),
  season: Type.String(),
  games_won: Type.Integer({ description: 'The difference.' }),
  games_played: Type.Integer({ description: 'The difference.' }),
  reason: Type.String(),
  made_by: Type.String(),
  made_at: iso,
  reverses: nullable(Type.String({ description: 'The correction that this one undoes.' })),
  reversed_by: nullable(Type.String({ description: 'The correction that undoes this one.' })),
}
export const CorrectionView = Type.Object(correctionFields, { $id: 'CorrectionView' })
/** Change that an administrator made to a player's figures in the standings. */
export type CorrectionView = Static<typeof CorrectionView>
export const CorrectionsPage = Type.Object(
  { results: Type.Array(Type.Object(correctionFields)), ...pagedFields },
  { $id: 'CorrectionsPage' },
)
/** Response of `GET /admin/leaderboard/corrections`. */
export type CorrectionsPage = Static<typeof CorrectionsPage>

const difference = Type.Integer({ minimum: -CORRECTION_MAX, maximum: CORRECTION_MAX })
/** `POST /admin/leaderboard/corrections`; `id`, a UUID, makes it idempotent. */
export const CorrectionRequest = Type.Object(
  {
    id: Type.String({ minLength: 36, maxLength: 36 }),
    userId: id,
    season: Type.String({ pattern: SEASON_PATTERN }),
    gamesWon: difference,
    gamesPlayed: difference,
    reason: Type.String({ maxLength: REASON_MAX }),
  },
  { $id: 'CorrectionRequest' },
)
export type CorrectionRequest = Static<typeof CorrectionRequest>
export const CorrectionParams = Type.Object({ id: Type.String({ minLength: 36, maxLength: 36 }) })
/** `POST /admin/leaderboard/corrections/{id}/reverse`. */
export const ReversalRequest = Type.Object(
  { reason: Type.String({ maxLength: REASON_MAX }) },
  { $id: 'ReversalRequest' },
)
