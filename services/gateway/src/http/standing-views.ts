import type { Correction, Standing } from '@kla/proto'
import type { CorrectionView, StandingsPage } from '@kla/proto/web'
import { avatarPath, type PublicAccounts } from './accounts.js'
import { isoOf, textOrNull } from './values.js'

/** A line of the standings with its player's name. */
export const standingView = (standing: Standing, accounts: PublicAccounts): StandingsPage['results'][number] => {
  const account = accounts.get(standing.accountId)
  return {
    id: standing.accountId,
    username: account?.username ?? '',
    avatar: avatarPath(account),
    games_won: standing.gamesWon,
    games_played: standing.gamesPlayed,
    rank: standing.rank,
  }
}

/** A correction with its player's name. */
export const correctionView = (correction: Correction, accounts: PublicAccounts): CorrectionView => ({
  id: correction.id,
  user_id: correction.accountId,
  user_name: accounts.get(correction.accountId)?.username ?? '',
  season: correction.season,
  games_won: correction.gamesWon,
  games_played: correction.gamesPlayed,
  reason: correction.reason,
  made_by: correction.madeBy,
  made_at: isoOf(correction.madeAtMs),
  reverses: textOrNull(correction.reverses),
  reversed_by: textOrNull(correction.reversedBy),
})
