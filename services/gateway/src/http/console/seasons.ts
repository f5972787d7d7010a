import type { Season } from '@kla/proto'
import { SeasonEdit, SeasonParams, Seasons, SeasonView, Success } from '@kla/proto/schemas'
import { passTierView, rewardOf } from '../pass-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, millisecondsOf } from '../values.js'

/** Points may have to be recounted from all results of the season. */
const SEASON_DEADLINE = { deadlineMs: 40_000, attemptMs: 40_000 } as const

export const consoleSeasons: Resource = async (app, { battlePass }) => {
  app.get(
    '/admin/pass/seasons',
    {
      config: { access: { permission: 'pass.read' } },
      schema: consoleCall('Seasons of the battle pass', Seasons),
    },
    async (request) => {
      const { seasons } = await battlePass.listSeasons({}, onBehalfOf(request))
      return { seasons: seasons.map(seasonView) }
    },
  )

  app.put(
    '/admin/pass/seasons/:id',
    {
      config: { access: { permission: 'pass.manage' } },
      schema: consoleCall('Create or change a season', SeasonView, { params: SeasonParams, body: SeasonEdit }),
    },
    async (request) => {
      const season = seasonOf(request.params.id, request.body)
      return seasonView(await battlePass.putSeason({ season }, { ...onBehalfOf(request), ...SEASON_DEADLINE }))
    },
  )

  app.post(
    '/admin/pass/seasons/:id/publish',
    {
      config: { access: { permission: 'pass.manage' } },
      schema: consoleCall('Publish a season', SeasonView, { params: SeasonParams }),
    },
    async (request) =>
      seasonView(
        await battlePass.publishSeason(
          { seasonId: request.params.id },
          { ...onBehalfOf(request), ...SEASON_DEADLINE },
        ),
      ),
  )

  app.delete(
    '/admin/pass/seasons/:id',
    {
      config: { access: { permission: 'pass.manage' } },
      schema: consoleCall('Delete the draft of a season', Success, { params: SeasonParams }),
    },
    async (request) => {
      await battlePass.deleteSeason({ seasonId: request.params.id }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}

const seasonView = (season: Season): SeasonView => ({
  id: season.id,
  name: season.name,
  starts_at: isoOf(season.startsAtMs),
  ends_at: isoOf(season.endsAtMs),
  points_played: season.pointsPlayed,
  points_won: season.pointsWon,
  tiers: season.tiers.map(passTierView),
  published: season.published,
  version: season.version,
})

/** Throws INVALID_FIELD for an impossible date. */
const seasonOf = (id: string, edit: SeasonEdit): Season => ({
  id,
  name: edit.name,
  startsAtMs: millisecondsOf(edit.starts_at),
  endsAtMs: millisecondsOf(edit.ends_at),
  pointsPlayed: edit.points_played,
  pointsWon: edit.points_won,
  tiers: edit.tiers.map(({ tier, points, free_reward, pass_reward }) => ({
    tier,
    points,
    freeReward: rewardOf(free_reward),
    passReward: rewardOf(pass_reward),
  })),
  published: false,
  version: edit.version,
})
