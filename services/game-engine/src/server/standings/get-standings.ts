import { KlaError } from '@kla/chassis'
import { LEADERBOARD_MAX } from '@kla/proto/web'
import { isSeason } from '../../domain/standings/index.js'
import type { StandingsDependencies, StandingsHandlers } from './dependencies.js'
import { playerIfAny } from './player-if-any.js'

export const getStandings =
  ({ standings }: Pick<StandingsDependencies, 'standings'>): StandingsHandlers['getStandings'] =>
  async ({ season, limit: wanted }, call) => {
    if (!isSeason(season) || wanted < 0 || wanted > LEADERBOARD_MAX) throw new KlaError('INVALID_FIELD')
    const page = { limit: wanted || LEADERBOARD_MAX, offset: 0 }
    const player = await playerIfAny(call)
    const [topWinners, topPlayers, own, seasons] = await Promise.all([
      standings.page(season, 'wins', page),
      standings.page(season, 'played', page),
      player && standings.find(season, player.accountId),
      standings.seasons(),
    ])
    return {
      topWinners: [...topWinners],
      topPlayers: [...topPlayers],
      ownByWins: own?.wins,
      ownByPlayed: own?.played,
      seasons: [...seasons],
    }
  }
