import type { CallContext } from '@kla/chassis'
import type { Standing } from '@kla/proto'
import {
  ALL_SEASONS,
  type Leaderboard,
  LEADERBOARD_MAX,
  LEADERBOARD_MODES,
  type LeaderboardEntry,
  type LeaderboardMode,
} from '@kla/proto/web'
import type { Clients } from '../shared/clients.js'
import { avatarPath, type PublicAccount, publicAccounts, shownIdOfAccount } from './accounts.js'
import { SharedReads } from './shared-reads.js'

/** Deleted accounts count, but have no name. */
export const leaderboardEntry = (standing: Standing, account: PublicAccount | undefined): LeaderboardEntry => ({
  id: account ? shownIdOfAccount(account) : standing.accountId,
  username: account?.username ?? '',
  avatar: avatarPath(account),
  discord_id: '',
  games_won: standing.gamesWon,
  games_played: standing.gamesPlayed,
  rank: standing.rank,
})

/** A leaderboard without the caller's rank. */
export type PublicLeaderboard = Pick<Leaderboard, 'seasons' | 'top_winners' | 'top_players'>

export async function readLeaderboard(
  { auth, standings }: Pick<Clients, 'auth' | 'standings'>,
  season: string,
): Promise<PublicLeaderboard> {
  const { topWinners, topPlayers, seasons } = await standings.getStandings({ season, limit: LEADERBOARD_MAX })
  const accounts = await publicAccounts(
    auth,
    [...topWinners, ...topPlayers].map(({ accountId }) => accountId),
  )
  const entriesOf = (list: readonly Standing[]): LeaderboardEntry[] =>
    list
      .filter(({ accountId }) => accounts.get(accountId)?.onLeaderboards ?? true)
      .map((standing) => leaderboardEntry(standing, accounts.get(standing.accountId)))
  return { seasons, top_winners: entriesOf(topWinners), top_players: entriesOf(topPlayers) }
}

// Low ranks are expensive to find.
const RANK_KEPT_MS = 5_000
const RANKS_MAX = 50_000

/** Caches each account's rank for seconds. */
export class LeaderboardRankCache {
  readonly #reads: SharedReads<Standing | undefined, [string, LeaderboardMode, CallContext]>

  constructor(standings: Clients['standings'], now: () => number) {
    this.#reads = new SharedReads({
      read: async (_key, season, ownOnly, context) => {
        const { ownByWins, ownByPlayed } = await standings.getStandings({ season, limit: 0, ownOnly }, context)
        return ownOnly === 'wins' ? ownByWins : ownByPlayed
      },
      keptMs: RANK_KEPT_MS,
      keysMax: RANKS_MAX,
      now,
    })
  }

  /** Returns the account's standing, undefined if unranked. */
  read(accountId: number, season: string, mode: LeaderboardMode, context: CallContext): Promise<Standing | undefined> {
    return this.#reads.read(keyOf(accountId, season, mode), season, mode, context)
  }

  forget(accountId: number, season: string): void {
    for (const name of [season, ALL_SEASONS]) {
      for (const mode of LEADERBOARD_MODES) this.#reads.forget(keyOf(accountId, name, mode))
    }
  }
}

const keyOf = (accountId: number, season: string, mode: LeaderboardMode): string => `${accountId}:${season}:${mode}`
