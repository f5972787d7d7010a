import { KlaError } from '@kla/chassis'
import type { Season } from '@kla/proto'
import {
  MadeOnQuery,
  SeasonEdit,
  SeasonParams,
  SeasonPublication,
  Seasons,
  SeasonView,
  Success,
} from '@kla/proto/schemas'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { changeCall, changedOr, versionOf } from '../conflicts.js'
import { versionView } from '../console-views.js'
import { passTierView, rewardOf } from '../pass-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, millisecondsOf } from '../values.js'

const SEASON_DEADLINE = { deadlineMs: 40_000, attemptMs: 40_000 } as const

const current = Type.Object(SeasonView.properties)
const answer = { answer: SeasonView, current }

export const consoleSeasons: Resource = async (app, { battlePass }) => {
  const readNow = (request: FastifyRequest<{ Params: { id: string } }>) => async () => {
    const { seasons } = await battlePass.listSeasons({}, onBehalfOf(request))
    const season = seasons.find(({ id }) => id === request.params.id.toLowerCase())
    if (!season) throw new KlaError('SEASON_NOT_FOUND')
    return seasonView(season)
  }

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
      schema: changeCall('Create or change a season', answer, { params: SeasonParams, body: SeasonEdit }),
    },
    async (request, reply) => {
      const season = seasonOf(request.params.id, request.body)
      const changing = battlePass.putSeason({ season }, { ...onBehalfOf(request), ...SEASON_DEADLINE })
      return changedOr(reply, changing.then(seasonView), readNow(request))
    },
  )

  app.post(
    '/admin/pass/seasons/:id/publish',
    {
      config: { access: { permission: 'pass.manage' } },
      schema: changeCall('Publish a season', answer, {
        params: SeasonParams,
        body: Type.Union([SeasonPublication, Type.Null()]),
      }),
    },
    async (request, reply) => {
      const publication = { seasonId: request.params.id, version: request.body?.version }
      const changing = battlePass.publishSeason(publication, { ...onBehalfOf(request), ...SEASON_DEADLINE })
      return changedOr(reply, changing.then(seasonView), readNow(request))
    },
  )

  app.delete(
    '/admin/pass/seasons/:id',
    {
      config: { access: { permission: 'pass.manage' } },
      schema: changeCall(
        'Delete the draft of a season',
        { answer: Success, current },
        { params: SeasonParams, querystring: MadeOnQuery },
      ),
    },
    async (request, reply) => {
      const deletion = { seasonId: request.params.id, version: versionOf(request.query.version) }
      const changing = battlePass.deleteSeason(deletion, onBehalfOf(request))
      return changedOr(
        reply,
        changing.then(() => ({ success: true as const })),
        readNow(request),
      )
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
  ...versionView(season),
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
