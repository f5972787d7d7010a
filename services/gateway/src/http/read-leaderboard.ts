import { LEADERBOARD_MAX, type Leaderboard } from '@kla/proto/web'
import type { Clients } from '../clients/clients.js'
import { publicAccounts } from './public-accounts.js'
import { leaderboardEntry } from './views/leaderboard.js'

/** A leaderboard without who asks for it. */
export type PublicLeaderboard = Pick<Leaderboard, 'seasons' | 'top_winners' | 'top_players'>

/** Both lists of a season with the names of all in them. */
export async function readLeaderboard(
  { auth, standings }: Pick<Clients, 'auth' | 'standings'>,
  season: string,
): Promise<PublicLeaderboard> {
  const { topWinners, topPlayers, seasons } = await standings.getStandings({ season, limit: LEADERBOARD_MAX })
  const people = await publicAccounts(auth, [...topWinners, ...topPlayers].map(({ accountId }) => accountId))
  return {
    seasons,
    top_winners: topWinners.map((standing) => leaderboardEntry(standing, people.get(standing.accountId))),
    top_players: topPlayers.map((standing) => leaderboardEntry(standing, people.get(standing.accountId))),
  }
}
