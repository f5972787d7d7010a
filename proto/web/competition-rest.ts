import { type Static, Type } from 'typebox'
import { ITEMS } from './catalogue.js'
import {
  ALL_SEASONS,
  CUP_STATES,
  LEADERBOARD_MODES,
  PASS_TRACKS,
  SEASON_PATTERN,
  TIE_HOWS,
  TIE_STATES,
} from './competition.js'
import { CATEGORIES, MODES } from './limits.js'

/** Times are ISO 8601, ids integers. */

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])
const iso = Type.String({ description: 'ISO 8601.' })

export const SeasonText = Type.Union([Type.String({ pattern: SEASON_PATTERN }), Type.Literal(ALL_SEASONS)])

/** `GET /api/leaderboard?mode=&season=`; all seasons by default. */
export const LeaderboardQuery = Type.Object({
  mode: Type.Optional(Type.Enum(LEADERBOARD_MODES)),
  season: Type.Optional(SeasonText),
})
const leaderboardEntry = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  avatar: nullable(Type.String({ description: 'Address of the avatar on this site.' })),
  discord_id: Type.Literal('', { description: 'Always empty; kept for compatibility.' }),
  games_won: Type.Integer(),
  games_played: Type.Integer(),
  rank: Type.Integer({ description: 'From 1; equal figures share a place.' }),
})
/** A player's place in the leaderboard. */
export type LeaderboardEntry = Static<typeof leaderboardEntry>
export const Leaderboard = Type.Object(
  {
    mode: Type.Enum(LEADERBOARD_MODES),
    season: Type.String(),
    seasons: Type.Array(Type.String(), { description: 'Seasons with results, newest first.' }),
    top_winners: Type.Array(leaderboardEntry, { description: 'By wins.' }),
    top_players: Type.Array(leaderboardEntry, { description: 'By games played.' }),
    you: nullable(leaderboardEntry),
  },
  { $id: 'Leaderboard' },
)
/** Response of `GET /api/leaderboard`. */
export type Leaderboard = Static<typeof Leaderboard>

/** `GET /api/avatars/{key}`, from `avatar` addresses. */
export const AvatarParams = Type.Object({ key: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) })

/** `GET /user/blocks`: newest first. */
export const Blocks = Type.Object(
  {
    blocks: Type.Array(
      Type.Object({
        id: Type.Integer(),
        username: Type.String(),
        avatar: nullable(Type.String({ description: 'Address of the avatar on this site.' })),
        discord_id: Type.Literal('', { description: 'Always empty; kept for compatibility.' }),
        blocked_at: iso,
      }),
    ),
  },
  { $id: 'Blocks' },
)
export type Blocks = Static<typeof Blocks>
/** `PUT` and `DELETE /user/blocks/{id}`. */
export const BlockParams = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) })

export const cupSummaryFields = {
  id: Type.String(),
  name: Type.String(),
  mode: Type.Enum(MODES),
  category: Type.Enum(CATEGORIES),
  capacity: Type.Integer(),
  entered: Type.Integer(),
  starts_at: iso,
  check_in_at: iso,
  state: Type.Enum(CUP_STATES),
  champion: nullable(Type.Object({ id: Type.Integer(), username: Type.String() })),
  ended_at: nullable(iso),
}
export const CupSummary = Type.Object(cupSummaryFields)
/** A cup as lists show it. */
export type CupSummary = Static<typeof CupSummary>
/** Response of `GET /api/cups`. */
export const Cups = Type.Object({ cups: Type.Array(CupSummary) }, { $id: 'Cups' })
export type Cups = Static<typeof Cups>

export const CupEntryView = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  avatar: Type.Null({ description: 'Entrants without avatars.' }),
  seed: Type.Integer({ description: 'From 1, best first.' }),
  checked_in: Type.Boolean(),
})
/** A player's entry in a cup. */
export type CupEntryView = Static<typeof CupEntryView>
export const TieView = Type.Object({
  id: Type.String({ description: '"<round>-<position>", both from 1.' }),
  round: Type.Integer(),
  position: Type.Integer(),
  player_a: nullable(Type.Integer()),
  player_b: nullable(Type.Integer()),
  state: Type.Enum(TIE_STATES),
  how: nullable(Type.Enum(TIE_HOWS)),
  winner_id: nullable(Type.Integer()),
  deadline: nullable(iso),
  decided_at: nullable(iso),
  open_to_verdict: Type.Boolean(),
})
/** A tie of a cup's bracket. */
export type TieView = Static<typeof TieView>
/** `GET /api/cups/{id}`, and after changes. */
export const CupView = Type.Object(
  {
    ...cupSummaryFields,
    entries: Type.Array(CupEntryView, { description: 'In the order of their seeds.' }),
    ties: Type.Array(TieView, { description: 'By round, then position; empty until the bracket is drawn.' }),
    version: Type.Integer(),
    you: nullable(Type.Object({ entered: Type.Boolean(), checked_in: Type.Boolean() })),
  },
  { $id: 'CupView' },
)
export type CupView = Static<typeof CupView>
export const CupParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
export const TieParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  tieId: Type.String({ pattern: '^[1-6]-[1-9][0-9]?$' }),
})

/** `GET /api/cups/next`: the player's next task. */
export const NextTieView = Type.Object(
  {
    next: nullable(
      Type.Object({
        cup_id: Type.String(),
        cup_name: Type.String(),
        check_in_due: Type.Boolean(),
        tie_id: nullable(Type.String()),
        state: nullable(Type.Enum(TIE_STATES)),
        opponent: nullable(CupEntryView),
        room_id: nullable(Type.String()),
        deadline: nullable(iso),
      }),
    ),
  },
  { $id: 'NextTieView' },
)
export type NextTieView = Static<typeof NextTieView>

/** `POST /api/cups/{id}/ties/{tieId}/presence`: valid for 12 s; repeat every 4. */
export const TiePresence = Type.Object(
  {
    tie: TieView,
    present: Type.Array(Type.Integer()),
    room_id: nullable(Type.String({ description: 'The room to join, once it is open.' })),
  },
  { $id: 'TiePresence' },
)
export type TiePresence = Static<typeof TiePresence>

const reward = nullable(Type.Object({ item: Type.Enum(ITEMS), units: Type.Integer() }))
export const PassTier = Type.Object({
  tier: Type.Integer({ minimum: 1 }),
  points: Type.Integer(),
  free_reward: reward,
  pass_reward: reward,
})
/** A tier of the pass with its rewards. */
export type PassTier = Static<typeof PassTier>
const passSeason = Type.Object({
  id: Type.String(),
  name: Type.String(),
  starts_at: iso,
  ends_at: iso,
  claimable_until: iso,
  points_played: Type.Integer(),
  points_won: Type.Integer(),
  tiers: Type.Array(PassTier),
})
const passProgress = Type.Object({
  points: Type.Integer(),
  activated: Type.Boolean(),
  passes_available: Type.Integer(),
  claims: Type.Array(Type.Object({ tier: Type.Integer(), track: Type.Enum(PASS_TRACKS), claimed_at: iso })),
})
/** `GET /api/pass`. Activating and claiming answer with their season, without `earlier`. */
export const PassView = Type.Object(
  {
    season: nullable(passSeason),
    you: nullable(passProgress),
    earlier: Type.Optional(
      Type.Array(Type.Object({ season: passSeason, you: passProgress }), {
        description: 'Other seasons that are over but have rewards that the player can still claim, newest first.',
      }),
    ),
  },
  { $id: 'PassView' },
)
export type PassView = Static<typeof PassView>
/** Body of `POST /api/pass/activate`. */
export const PassActivation = Type.Object(
  { season_id: Type.String({ minLength: 1, maxLength: 64 }) },
  { $id: 'PassActivation' },
)
export type PassActivation = Static<typeof PassActivation>
/** Body of `POST /api/pass/claims`. */
export const RewardClaim = Type.Object(
  {
    season_id: Type.String({ minLength: 1, maxLength: 64 }),
    tier: Type.Integer({ minimum: 1, maximum: 1000 }),
    track: Type.Enum(PASS_TRACKS),
  },
  { $id: 'RewardClaim' },
)
export type RewardClaim = Static<typeof RewardClaim>

/** `GET /user/result?room=`: the result of the caller's last battle in a room. */
export const ResultQuery = Type.Object({ room: Type.String({ minLength: 1, maxLength: 64 }) })
export const NOT_COUNTED_REASONS = ['too-short', 'interrupted', 'pair-limit'] as const
/**
 * Why a battle does not count: it ended too early for its mode (specification, platform), Kla was interrupted, or this
 * pair has played PAIR_DAILY_MAX counted battles today.
 */
export type NotCountedReason = (typeof NOT_COUNTED_REASONS)[number]
const passGain = Type.Object({
  season: Type.String({ description: 'Name of the Battle Pass season.' }),
  gained: Type.Integer({ description: 'Points that this battle brought.' }),
  total: Type.Integer({ description: "The player's points in the season." }),
  next_tier: nullable(
    Type.Object({
      tier: Type.Integer({ description: 'From 1.' }),
      points: Type.Integer({ description: 'Points at which the tier is reached.' }),
      previous_points: Type.Integer({ description: 'Points of the tier before; 0 for the first.' }),
    }),
  ),
})
export const OwnBattles = Type.Object(
  {
    battles: Type.Array(Type.Object({ id: Type.String(), mode: Type.Enum(MODES), ended_at: iso }), {
      description: 'At most 20, newest first.',
    }),
  },
  { $id: 'OwnBattles' },
)
/** `GET /user/battles`. */
export type OwnBattles = Static<typeof OwnBattles>
export const BattleResult = Type.Object(
  {
    result: nullable(
      Type.Object({
        battle_id: Type.String(),
        mode: Type.Enum(MODES),
        winner_id: nullable(Type.Integer()),
        ended_at: iso,
        counted: nullable(
          Type.Boolean({
            description: 'Whether it counts for standings; null after a player left, or until known.',
          }),
        ),
        not_counted: nullable(Type.Enum(NOT_COUNTED_REASONS)),
        win_counted: nullable(
          Type.Boolean({
            description:
              'False if the pair has reached its counted wins of a season; null without a winner, or unless it counts.',
          }),
        ),
        score: Type.Object(
          { you: Type.Integer(), opponent: Type.Integer() },
          { description: 'Wins against each other within the last 12 hours, this battle included.' },
        ),
        points: nullable(passGain),
        settled: Type.Boolean({ description: 'False while points may still change: ask again after a second.' }),
      }),
    ),
  },
  { $id: 'BattleResult' },
)
/** Response of `GET /user/result`; `result` is null while nothing is recorded. */
export type BattleResult = Static<typeof BattleResult>
