import { newId } from '@kla/chassis'
import { createApart } from '../domain/matchmaking/apart.js'
import { pairUp, type Pair } from '../domain/matchmaking/pair-up.js'
import { POOLS, type Pool } from '../domain/matchmaking/pool.js'
import { inBatches } from '../room/in-batches.js'
import type { BlockStore } from '../store/blocks/block-store.js'
import type { Candidates, TakeCandidates } from '../store/matchmaking/candidates.js'
import type { SeatedElsewhere } from './seated-elsewhere.js'
import type { Searches } from './searches.js'

export interface PairingOptions {
  readonly take: TakeCandidates
  readonly blocks: Pick<BlockStore, 'among'>
  readonly searches: Pick<Searches, 'end' | 'propose'>
  readonly seatedElsewhere: SeatedElsewhere
  readonly acceptMs: number
}

const AT_ONCE = 50

/** Brings together who fits, in all pools of which this pod has the lease. */
export function createPairing({ take, blocks, searches, seatedElsewhere, acceptMs }: PairingOptions) {
  const propose = async ([one, other]: Pair, nowMs: number): Promise<boolean> => {
    const accountIds = [one.person.accountId, other.person.accountId] as const
    const seated = await Promise.all(accountIds.map(seatedElsewhere))
    await Promise.all(accountIds.map((accountId, at) => seated[at] && searches.end(accountId, 'seated')))
    if (seated.some(Boolean)) return false
    return searches.propose(accountIds, { id: newId(), roomId: newId(), accountIds, deadlineMs: nowMs + acceptMs })
  }

  const pairBatch = async ({ candidates, nowMs }: Candidates): Promise<number> => {
    const apart = createApart()
    for (const { ticket, met } of candidates) for (const other of met) apart.add(ticket.person.accountId, other)
    const accountIds = candidates.map(({ ticket }) => ticket.person.accountId)
    for (const [blocker, blocked] of await blocks.among(accountIds)) apart.add(blocker, blocked)
    const pairs = pairUp({ tickets: candidates.map(({ ticket }) => ticket), apart: apart.has }, nowMs)
    let proposed = 0
    await inBatches(pairs, AT_ONCE, async (pair) => {
      if (await propose(pair, nowMs)) proposed += 1
    })
    return proposed
  }

  const pairPool = async (pool: Pool): Promise<void> => {
    for (;;) {
      const batch = await take(pool)
      if (!batch || batch.candidates.length < 2) return
      if ((await pairBatch(batch)) === 0 || !batch.more) return
    }
  }

  return async (): Promise<void> => {
    await Promise.all(POOLS.map(pairPool))
  }
}
