import type { Standing } from '@kla/proto'
import type { LeaderboardEntry } from '@kla/proto/web'
import type { PublicAccount } from '../public-accounts.js'
import { avatarPath } from './avatar-path.js'

/** Of an account that is no more there is no name, but its figures count. */
export const leaderboardEntry = (standing: Standing, person: PublicAccount | undefined): LeaderboardEntry => ({
  id: standing.accountId,
  username: person?.username ?? '',
  avatar: avatarPath(person),
  discord_id: '',
  games_won: standing.gamesWon,
  games_played: standing.gamesPlayed,
  rank: standing.rank,
})
