import { Leaderboard, LeaderboardQuery } from '@kla/proto/schemas'
import { ALL_SEASONS, type LeaderboardMode } from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import { publicAccountOf } from '../accounts.js'
import { leaderboardEntry } from '../leaderboard-reads.js'
import { onBehalfOf, visitorOf } from '../plugins/access.js'
import { answerIfChanged } from '../plugins/caching.js'
import { limitPerAccount } from '../plugins/limits.js'
import { type Resource, visitorCall } from '../route.js'

export const playerLeaderboard: Resource = async (app, { reads, rankCache, accountCallsPerMinute, now }) => {
  const ownOf = async (request: FastifyRequest, mode: LeaderboardMode, season: string) => {
    const player = visitorOf(request)
    if (!player) return null
    const standing = await rankCache.read(player.account.id, season, mode, onBehalfOf(request))
    return standing ? leaderboardEntry(standing, publicAccountOf(player.account)) : null
  }

  app.get(
    '/api/leaderboard',
    {
      config: { access: 'visitor' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: visitorCall('The leaderboard', Leaderboard, { querystring: LeaderboardQuery }),
      onSend: answerIfChanged,
    },
    async (request) => {
      const { mode = 'played', season = ALL_SEASONS } = request.query
      const [lists, you] = await Promise.all([reads.leaderboard(season), ownOf(request, mode, season)])
      return { mode, season, ...lists, you }
    },
  )
}
