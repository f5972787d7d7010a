import type { Correction, Standing } from '@kla/proto'
import type { CorrectionView, StandingsPage } from '@kla/proto/web'
import type { PublicAccounts } from '../../public-accounts.js'
import { avatarPath } from '../avatar-path.js'
import { isoOf, textOrNull } from '../values.js'

export const standingView = (standing: Standing, people: PublicAccounts): StandingsPage['results'][number] => {
  const person = people.get(standing.accountId)
  return {
    id: standing.accountId,
    username: person?.username ?? '',
    avatar: avatarPath(person),
    games_won: standing.gamesWon,
    games_played: standing.gamesPlayed,
    rank: standing.rank,
  }
}

export const correctionView = (correction: Correction, people: PublicAccounts): CorrectionView => ({
  id: correction.id,
  user_id: correction.accountId,
  user_name: people.get(correction.accountId)?.username ?? '',
  season: correction.season,
  games_won: correction.gamesWon,
  games_played: correction.gamesPlayed,
  reason: correction.reason,
  made_by: correction.madeBy,
  made_at: isoOf(correction.madeAtMs),
  reverses: textOrNull(correction.reverses),
  reversed_by: textOrNull(correction.reversedBy),
})
