import { forEachLimited, newId } from '@kla/chassis'
import type { Blocks } from '../blocks/index.js'
import type { IsSeatedElsewhere } from '../seats/index.js'
import { poolName } from '../shared/rules/room.js'
import type { DueMatches } from './due-store.js'
import type { MatchMetrics } from './metrics.js'
import type { OpenMatch } from './open-match.js'
import type { Candidates, PoolFigures, TakeCandidates } from './pool-store.js'
import { createExcludedPairs, isOnePage, nextPage, OLDEST, type Page, type Pair, pairUp } from './rules/pairing.js'
import { openMatchOf, type Pool, POOLS } from './rules/ticket.js'
import type { Searches } from './searches.js'
import type { TicketStore } from './ticket-store.js'

export interface PairingDeps {
  readonly figures: Pick<PoolFigures, 'read'>
  readonly takeCandidates: TakeCandidates
  readonly blocksWithinPairs: Blocks['blocksWithinPairs']
  readonly searches: Pick<Searches, 'end' | 'propose'>
  readonly isSeatedElsewhere: IsSeatedElsewhere
  readonly acceptMs: number
}

const PAIR_CONCURRENCY = 50
const EMPTY_PAGES_MAX = 4
const ROUNDS = 5

/** Pairs searches in the pools that this pod leases. */
export function createPairing(deps: PairingDeps): () => Promise<void> {
  const { figures, takeCandidates, blocksWithinPairs, searches, isSeatedElsewhere, acceptMs } = deps
  const pages = new Map<string, Page>()

  return async (): Promise<void> => {
    const figuresOf = await figures.read()
    await Promise.all(POOLS.filter((pool) => figuresOf(pool).waiting > 1).map(pairPool))
  }

  async function pairPool(pool: Pool): Promise<void> {
    let page = OLDEST
    for (let emptyPages = 0; emptyPages < EMPTY_PAGES_MAX;) {
      const candidates = await takeCandidates(pool, page)
      if (!candidates) return
      const proposed = await pairPage(candidates)
      if (isOnePage(candidates.waiting)) return
      if (proposed) continue
      emptyPages += 1
      page = nextPage(pages.get(poolName(pool)) ?? OLDEST, candidates.waiting)
      pages.set(poolName(pool), page)
    }
  }

  async function pairPage(candidates: Candidates): Promise<boolean> {
    let proposed = false
    await forEachLimited(await choosePairs(candidates), PAIR_CONCURRENCY, async (pair) => {
      if (await propose(pair, candidates.nowMs)) proposed = true
    })
    return proposed
  }

  async function choosePairs({ candidates, nowMs }: Candidates): Promise<Pair[]> {
    const excluded = createExcludedPairs()
    for (const { ticket, met } of candidates) for (const other of met) excluded.add(ticket.person.accountId, other)
    let left = candidates.map(({ ticket }) => ticket)
    const chosen: Pair[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const pairs = pairUp({ tickets: left, isExcluded: excluded.has }, nowMs)
      // Only these pairs: all blocks could be quadratic.
      const blocks = await blocksWithinPairs(pairs.map(accountIdsOf))
      for (const [blocker, blocked] of blocks) excluded.add(blocker, blocked)
      const free = pairs.filter((pair) => !excluded.has(...accountIdsOf(pair)))
      chosen.push(...free)
      if (free.length === pairs.length) break
      const taken = new Set(free.flat())
      left = left.filter((ticket) => !taken.has(ticket))
    }
    return chosen
  }

  async function propose(pair: Pair, nowMs: number): Promise<boolean> {
    const accountIds = accountIdsOf(pair)
    const seated = await Promise.all(accountIds.map((accountId) => isSeatedElsewhere(accountId)))
    await Promise.all(accountIds.filter((_, at) => seated[at]).map((accountId) => searches.end(accountId, 'seated')))
    if (seated.some(Boolean)) return false
    return searches.propose(accountIds, { id: newId(), roomId: newId(), accountIds, deadlineMs: nowMs + acceptMs })
  }
}

const accountIdsOf = ([one, other]: Pair): readonly [number, number] => [one.person.accountId, other.person.accountId]

export interface SweepDeps {
  readonly due: DueMatches
  readonly store: Pick<TicketStore, 'load'>
  readonly searches: Pick<Searches, 'endUnkept' | 'expire'>
  readonly opening: Pick<OpenMatch, 'open'>
  readonly metrics: MatchMetrics
}

const SWEEP_LIMIT = 200
const SWEEP_CONCURRENCY = 50

export const sweepMatches =
  ({ due, store, searches, opening, metrics }: SweepDeps) =>
  async (): Promise<void> => {
    await forEachLimited(await due.claim(SWEEP_LIMIT), SWEEP_CONCURRENCY, async (match) => {
      const expired = await searches.expire(match)
      const unanswered = expired.filter(({ stage }) => stage.kind === 'ended').length
      if (unanswered > 0) metrics.answers.inc({ answer: 'not-accepted' }, unanswered)
      await opening.open(match)
      const { read } = await store.load(match.accountIds)
      if (!read.some(({ ticket }) => ticket && openMatchOf(ticket)?.id === match.id)) await due.forget(match)
    })
  }

export const sweepUnkept =
  ({ due, searches }: Pick<SweepDeps, 'due' | 'searches'>) =>
  async (): Promise<void> => {
    await forEachLimited(await due.unkept(SWEEP_LIMIT), SWEEP_CONCURRENCY, async (accountId) => {
      if (!(await searches.endUnkept(accountId))) await due.forgetKept(accountId)
    })
  }
