import { type Database, inTransaction, type Transaction } from '@kla/chassis'
import type { PassTrack } from '@kla/proto/web'
import { availableOfItem, post } from '../ledger/index.js'
import type { LedgerTransaction } from '../shared/rules.js'
import { lockAccount } from '../shared/store.js'
import type { WantedReward } from './rules/rewards.js'
import type { Season } from './rules/season.js'
import { selectSeasons } from './season-rows.js'

/** A reward that a player has claimed. */
export interface Claim {
  readonly tier: number
  readonly track: PassTrack
  readonly claimedAtMs: number
}

/** A player's pass, points and claims in a season. */
export interface PlayerPass {
  readonly points: number
  readonly activated: boolean
  readonly passesAvailable: number
  readonly claims: readonly Claim[]
}

/** Battle Passes by player, in PostgreSQL. */
export interface PlayerPassStore {
  find(seasonId: string, accountId: number): Promise<PlayerPass>
  inTransaction<T>(accountId: number, work: (tx: PlayerPassTransaction) => Promise<T>): Promise<T>
}

/** Transaction that locks one player's items. */
export interface PlayerPassTransaction {
  findSeason(seasonId: string): Promise<Season | undefined>
  isActivated(seasonId: string): Promise<boolean>
  isClaimed(seasonId: string, reward: WantedReward): Promise<boolean>
  points(seasonId: string): Promise<number>
  passesAvailable(): Promise<number>
  insertActivation(seasonId: string, nowMs: number): Promise<void>
  insertClaim(seasonId: string, reward: WantedReward, nowMs: number): Promise<void>
  post(transaction: LedgerTransaction): Promise<void>
}

export const createPlayerPassStore = (database: Database): PlayerPassStore => ({
  async find(seasonId, accountId) {
    const [points, activated, passesAvailable, claims] = await Promise.all([
      pointsOf(database, seasonId, accountId),
      isActivated(database, seasonId, accountId),
      availableOfItem(database, accountId, 'battle_passes'),
      claimsOf(database, seasonId, accountId),
    ])
    return { points, activated, passesAvailable, claims }
  },

  inTransaction: (accountId, work) =>
    inTransaction(database, async (tx) => {
      await lockAccount(tx, accountId)
      return work(playerPassTransaction(tx, accountId))
    }),
})

const playerPassTransaction = (tx: Transaction, accountId: number): PlayerPassTransaction => ({
  async findSeason(seasonId) {
    const [season] = await selectSeasons(tx, 'WHERE id = $1', [seasonId])
    return season
  },
  isActivated: (seasonId) => isActivated(tx, seasonId, accountId),

  async isClaimed(seasonId, { tier, track }) {
    const { rowCount } = await tx.query(
      'SELECT 1 FROM pass_claims WHERE season_id = $1 AND account_id = $2 AND tier = $3 AND track = $4',
      [seasonId, accountId, tier, track],
    )
    return rowCount === 1
  },

  points: (seasonId) => pointsOf(tx, seasonId, accountId, 'FOR UPDATE'),
  passesAvailable: () => availableOfItem(tx, accountId, 'battle_passes'),

  async insertActivation(seasonId, nowMs) {
    await tx.query('INSERT INTO pass_activations (season_id, account_id, activated_at) VALUES ($1, $2, $3)', [
      seasonId,
      accountId,
      new Date(nowMs),
    ])
  },

  async insertClaim(seasonId, { tier, track }, nowMs) {
    await tx.query(
      'INSERT INTO pass_claims (season_id, account_id, tier, track, claimed_at) VALUES ($1, $2, $3, $4, $5)',
      [seasonId, accountId, tier, track, new Date(nowMs)],
    )
  },

  post: (transaction) => post(tx, transaction),
})

type Reader = Pick<Transaction, 'query'>

export async function pointsOf(
  tx: Reader,
  seasonId: string,
  accountId: number,
  lock: 'FOR UPDATE' | '' = '',
): Promise<number> {
  const { rows } = await tx.query<{ points: number }>(
    `SELECT points FROM pass_progress WHERE season_id = $1 AND account_id = $2 ${lock}`,
    [seasonId, accountId],
  )
  return rows[0]?.points ?? 0
}

async function isActivated(tx: Reader, seasonId: string, accountId: number): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM pass_activations WHERE season_id = $1 AND account_id = $2', [
    seasonId,
    accountId,
  ])
  return rowCount === 1
}

async function claimsOf(tx: Reader, seasonId: string, accountId: number): Promise<Claim[]> {
  const { rows } = await tx.query<{ tier: number; track: PassTrack; claimed_at: Date }>(
    `SELECT tier, track, claimed_at FROM pass_claims WHERE season_id = $1 AND account_id = $2 ORDER BY tier, track`,
    [seasonId, accountId],
  )
  return rows.map(({ tier, track, claimed_at }) => ({ tier, track, claimedAtMs: claimed_at.getTime() }))
}
