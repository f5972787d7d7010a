import type { Standing } from '@kla/proto'
import type { LeaderboardEntry } from '@kla/proto/web'
import type { PublicAccount } from '../public-accounts.js'
import { textOrNull } from './values.js'

/** Of an account that is no more there is no name, but its figures count. */
export const leaderboardEntry = (standing: Standing, person: PublicAccount | undefined): LeaderboardEntry => ({
  id: standing.accountId,
  username: person?.username ?? '',
  avatar: textOrNull(person?.avatar ?? ''),
  discord_id: person?.discordId ?? '',
  games_won: standing.gamesWon,
  games_played: standing.gamesPlayed,
  rank: standing.rank,
})
