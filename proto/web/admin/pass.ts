import { type Static, Type } from 'typebox'
import { ITEMS } from '../catalogue.js'
import { CHARACTER_UNITS_MAX } from '../characters.js'
import {
  PASS_NAME_MAX,
  PASS_POINTS_MAX,
  PASS_REWARD_UNITS_MAX,
  PASS_TIER_POINTS_MAX,
  PASS_TIERS_MAX,
} from '../competition.js'
import { iso, nullable } from './fields.js'
import { madeOn, versionFields } from './versions.js'

const reward = nullable(
  Type.Object({ item: Type.Enum(ITEMS), units: Type.Integer({ minimum: 1, maximum: PASS_REWARD_UNITS_MAX }) }),
)
const points = Type.Integer({ minimum: 0, maximum: PASS_POINTS_MAX })
const seasonFields = {
  name: Type.String({ minLength: 1, maxLength: PASS_NAME_MAX * CHARACTER_UNITS_MAX }),
  starts_at: Type.String({ format: 'date-time', description: 'ISO 8601.' }),
  ends_at: Type.String({ format: 'date-time', description: 'ISO 8601.' }),
  points_played: points,
  points_won: points,
  tiers: Type.Array(
    Type.Object({
      tier: Type.Integer({ minimum: 1, maximum: PASS_TIERS_MAX }),
      points: Type.Integer({ minimum: 1, maximum: PASS_TIER_POINTS_MAX }),
      free_reward: reward,
      pass_reward: reward,
    }),
    { maxItems: PASS_TIERS_MAX },
  ),
}
/** `PUT /admin/pass/seasons/{id}`; `version` is 0 for a new season. */
export const SeasonEdit = Type.Object(
  { ...seasonFields, version: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
  { $id: 'SeasonEdit' },
)
export type SeasonEdit = Static<typeof SeasonEdit>
const viewFields = {
  ...seasonFields,
  id: Type.String(),
  starts_at: iso,
  ends_at: iso,
  published: Type.Boolean(),
  ...versionFields,
}
export const SeasonView = Type.Object(viewFields, { $id: 'SeasonView' })
/** A season as the console has it. */
export type SeasonView = Static<typeof SeasonView>
/** `GET /admin/pass/seasons`: newest first. */
export const Seasons = Type.Object({ seasons: Type.Array(Type.Object(viewFields)) }, { $id: 'Seasons' })
export type Seasons = Static<typeof Seasons>
export const SeasonParams = Type.Object({ id: Type.String({ minLength: 36, maxLength: 36 }) })
/** `POST /admin/pass/seasons/{id}/publish`. */
export const SeasonPublication = Type.Object({ version: madeOn }, { $id: 'SeasonPublication' })
