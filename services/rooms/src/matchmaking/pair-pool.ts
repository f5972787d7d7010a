import { newId } from '@kla/chassis'
import { isOnePage, nextPage, OLDEST, type Page } from '../domain/matchmaking/pages.js'
import type { Pair } from '../domain/matchmaking/pair-up.js'
import { poolName, POOLS, type Pool } from '../domain/matchmaking/pool.js'
import { inBatches } from '../room/in-batches.js'
import type { BlockStore } from '../store/blocks/block-store.js'
import type { Candidates, TakeCandidates } from '../store/matchmaking/candidates.js'
import type { PoolFigures } from '../store/matchmaking/pool-figures.js'
import { accountIdsOf, choosePairs } from './choose-pairs.js'
import type { SeatedElsewhere } from '../room/seated-elsewhere.js'
import type { Searches } from './searches.js'

export interface PairingOptions {
  readonly figures: Pick<PoolFigures, 'read'>
  readonly take: TakeCandidates
  readonly blocks: Pick<BlockStore, 'withinPairs'>
  readonly searches: Pick<Searches, 'end' | 'propose'>
  readonly seatedElsewhere: SeatedElsewhere
  readonly acceptMs: number
}

const AT_ONCE = 50
/** Pages of a pool that may come to nothing in one pass: the oldest, and some of the others in turn. */
const FRUITLESS_MAX = 4

/** Brings together who fits, in all pools of which this pod has the lease. */
export function createPairing(options: PairingOptions): () => Promise<void> {
  const { figures, take, blocks, searches, seatedElsewhere, acceptMs } = options
  const turns = new Map<string, Page>()

  const propose = async (pair: Pair, nowMs: number): Promise<boolean> => {
    const accountIds = accountIdsOf(pair)
    const seated = await Promise.all(accountIds.map((accountId) => seatedElsewhere(accountId)))
    await Promise.all(accountIds.map((accountId, at) => seated[at] && searches.end(accountId, 'seated')))
    if (seated.some(Boolean)) return false
    return searches.propose(accountIds, { id: newId(), roomId: newId(), accountIds, deadlineMs: nowMs + acceptMs })
  }

  /** Whether anybody was brought together. */
  const pairPage = async (candidates: Candidates): Promise<boolean> => {
    let proposed = false
    await inBatches(await choosePairs(blocks, candidates), AT_ONCE, async (pair) => {
      if (await propose(pair, candidates.nowMs)) proposed = true
    })
    return proposed
  }

  const pairPool = async (pool: Pool): Promise<void> => {
    let page = OLDEST
    for (let fruitless = 0; fruitless < FRUITLESS_MAX; ) {
      const candidates = await take(pool, page)
      if (!candidates) return
      const paired = await pairPage(candidates)
      if (isOnePage(candidates.waiting)) return
      if (paired) continue
      fruitless += 1
      page = nextPage(turns.get(poolName(pool)) ?? OLDEST, candidates.waiting)
      turns.set(poolName(pool), page)
    }
  }

  return async (): Promise<void> => {
    const figuresOf = await figures.read()
    await Promise.all(POOLS.filter((pool) => figuresOf(pool).waiting > 1).map(pairPool))
  }
}
