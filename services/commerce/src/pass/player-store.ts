import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import type { PassTrack } from '@kla/proto/web'
import type { Refused } from '../shared/rules.js'
import { activatePass, claimReward, type WantedReward } from './rules/rewards.js'
import type { Season } from './rules/season.js'
import { availableOfItem, post } from '../ledger/index.js'
import { lockAccount } from '../shared/locks.js'
import { selectSeasons } from './season-rows.js'

export interface Claim {
  readonly tier: number
  readonly track: PassTrack
  readonly claimedAtMs: number
}

export interface PlayerPass {
  readonly points: number
  readonly activated: boolean
  readonly passesAvailable: number
  readonly claims: readonly Claim[]
}

/** `changed` is false for a repeat. */
export type PassChange = { readonly season: Season; readonly changed: boolean } | Refused

export interface PlayerPassStore {
  find(seasonId: string, accountId: number): Promise<PlayerPass>
  /** Idempotent. */
  activate(seasonId: string, accountId: number, nowMs: number): Promise<PassChange>
  /** Idempotent. */
  claim(seasonId: string, accountId: number, wanted: WantedReward, nowMs: number): Promise<PassChange>
}

export function createPlayerPassStore(database: Database): PlayerPassStore {
  return {
    async find(seasonId, accountId) {
      const [points, activated, passesAvailable, claims] = await Promise.all([
        pointsOf(database, seasonId, accountId),
        isActivated(database, seasonId, accountId),
        availableOfItem(database, accountId, 'battle_passes'),
        claimsOf(database, seasonId, accountId),
      ])
      return { points, activated, passesAvailable, claims }
    },

    activate: (seasonId, accountId, nowMs) =>
      inTransaction(database, async (tx) => {
        await lockAccount(tx, accountId)
        const [season] = await selectSeasons(tx, 'WHERE id = $1', [seasonId])
        const activated = await isActivated(tx, seasonId, accountId)
        const available = await availableOfItem(tx, accountId, 'battle_passes')
        const decision = activatePass(season, accountId, { activated, available }, nowMs)
        if (decision === 'repeat') return known(season)
        if ('refused' in decision) return decision
        await tx.query('INSERT INTO pass_activations (season_id, account_id, activated_at) VALUES ($1, $2, $3)', [
          seasonId,
          accountId,
          new Date(nowMs),
        ])
        await post(tx, decision.transaction)
        return { ...known(season), changed: true }
      }),

    claim: (seasonId, accountId, wanted, nowMs) =>
      inTransaction(database, async (tx) => {
        await lockAccount(tx, accountId)
        const [season] = await selectSeasons(tx, 'WHERE id = $1', [seasonId])
        const state = {
          points: await pointsOf(tx, seasonId, accountId, 'FOR UPDATE'),
          activated: await isActivated(tx, seasonId, accountId),
          claimed: await isClaimed(tx, seasonId, accountId, wanted),
        }
        const decision = claimReward(season, accountId, wanted, state, nowMs)
        if (decision === 'repeat') return known(season)
        if ('refused' in decision) return decision
        await tx.query(
          'INSERT INTO pass_claims (season_id, account_id, tier, track, claimed_at) VALUES ($1, $2, $3, $4, $5)',
          [seasonId, accountId, wanted.tier, wanted.track, new Date(nowMs)],
        )
        await post(tx, decision.transaction)
        return { ...known(season), changed: true }
      }),
  }
}

type Reader = Pick<Transaction, 'query'>

function known(season: Season | undefined): { readonly season: Season; readonly changed: boolean } {
  if (!season) throw new Error('a season has vanished')
  return { season, changed: false }
}

async function pointsOf(
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

async function isClaimed(tx: Reader, seasonId: string, accountId: number, wanted: WantedReward): Promise<boolean> {
  const { rowCount } = await tx.query(
    'SELECT 1 FROM pass_claims WHERE season_id = $1 AND account_id = $2 AND tier = $3 AND track = $4',
    [seasonId, accountId, wanted.tier, wanted.track],
  )
  return rowCount === 1
}

async function claimsOf(tx: Reader, seasonId: string, accountId: number): Promise<Claim[]> {
  const { rows } = await tx.query<{ tier: number; track: PassTrack; claimed_at: Date }>(
    `SELECT tier, track, claimed_at FROM pass_claims WHERE season_id = $1 AND account_id = $2 ORDER BY tier, track`,
    [seasonId, accountId],
  )
  return rows.map(({ tier, track, claimed_at }) => ({ tier, track, claimedAtMs: claimed_at.getTime() }))
}
