import { KlaError, playerIfAny, type Principal } from '@kla/chassis'
import type { GetStandingsResponse } from '@kla/proto'
import { LEADERBOARD_MAX, type LeaderboardMode } from '@kla/proto/web'
import { isSeason } from '../../domain/standings/index.js'
import type { StandingsStore } from '../../store/standings-store.js'
import type { StandingsDependencies, StandingsHandlers } from './dependencies.js'
import { orderOf } from './order-of.js'

export const getStandings =
  ({ standings, publicNames }: Pick<StandingsDependencies, 'standings' | 'publicNames'>): StandingsHandlers['getStandings'] =>
  async ({ season, limit: wanted, ownOnly }, call) => {
    if (!isSeason(season) || wanted < 0 || wanted > LEADERBOARD_MAX) throw new KlaError('INVALID_FIELD')
    const order = ownOnly === undefined ? undefined : orderOf(ownOnly)
    const player = await playerIfAny(call)
    if (order) return ownPlace(standings, season, order, player)
    const page = { limit: wanted || LEADERBOARD_MAX, offset: 0 }
    const [topWinners, topPlayers, ownByWins, ownByPlayed, seasons] = await Promise.all([
      standings.page(season, 'wins', page),
      standings.page(season, 'played', page),
      player && standings.find(season, 'wins', player.accountId),
      player && standings.find(season, 'played', player.accountId),
      standings.seasons(),
    ])
    // Before anybody reads the names: whoever sees one may block it at once.
    await publicNames.note([...topWinners, ...topPlayers].map(({ accountId }) => accountId))
    return { topWinners: [...topWinners], topPlayers: [...topPlayers], ownByWins, ownByPlayed, seasons: [...seasons] }
  }

async function ownPlace(
  standings: StandingsStore,
  season: string,
  order: LeaderboardMode,
  player: Principal | undefined,
): Promise<GetStandingsResponse> {
  const own = player && (await standings.find(season, order, player.accountId))
  return {
    ...{ topWinners: [], topPlayers: [], seasons: [] },
    ownByWins: order === 'wins' ? own : undefined,
    ownByPlayed: order === 'played' ? own : undefined,
  }
}
