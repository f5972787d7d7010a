import { newId } from '@kla/chassis'
import type { BlockStore } from '../blocks/store.js'
import type { SeatedElsewhere } from '../seats/sit-down.js'
import { inBatches } from '../shared/concurrency.js'
import type { DueMatches } from './due-store.js'
import type { MatchMetrics } from './metrics.js'
import type { OpenMatch } from './open-match.js'
import type { Candidates, PoolFigures, TakeCandidates } from './pool-store.js'
import { createApart, isOnePage, nextPage, OLDEST, type Page, type Pair, pairUp } from './rules/pairing.js'
import { openMatchOf, poolName, type Pool, POOLS } from './rules/ticket.js'
import type { Searches } from './searches.js'
import type { TicketStore } from './ticket-store.js'

/** So often it is chosen again for those who turn out to have blocked each other: most have blocked few. */
const ROUNDS = 5

/** Chooses pairs of people who have not met lately and have not blocked each other. */
async function choosePairs(
  blocks: Pick<BlockStore, 'withinPairs'>,
  { candidates, nowMs }: Candidates,
): Promise<Pair[]> {
  const apart = createApart()
  for (const { ticket, met } of candidates) for (const other of met) apart.add(ticket.person.accountId, other)
  let left = candidates.map(({ ticket }) => ticket)
  const chosen: Pair[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const pairs = pairUp({ tickets: left, apart: apart.has }, nowMs)
    // Only of these: all blocks between so many people may be as many as its square.
    const blocked = await blocks.withinPairs(pairs.map(accountIdsOf))
    for (const [blocker, other] of blocked) apart.add(blocker, other)
    const free = pairs.filter((pair) => !apart.has(...accountIdsOf(pair)))
    chosen.push(...free)
    if (free.length === pairs.length) break
    const taken = new Set(free.flat())
    left = left.filter((ticket) => !taken.has(ticket))
  }
  return chosen
}

const accountIdsOf = ([one, other]: Pair): readonly [number, number] => [
  one.person.accountId,
  other.person.accountId,
]

interface PairingOptions {
  readonly figures: Pick<PoolFigures, 'read'>
  readonly take: TakeCandidates
  readonly blocks: Pick<BlockStore, 'withinPairs'>
  readonly searches: Pick<Searches, 'end' | 'propose'>
  readonly seatedElsewhere: SeatedElsewhere
  readonly acceptMs: number
}

const PAIR_CONCURRENCY = 50
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
    await inBatches(await choosePairs(blocks, candidates), PAIR_CONCURRENCY, async (pair) => {
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

interface SweepOptions {
  readonly due: DueMatches
  readonly store: Pick<TicketStore, 'load'>
  readonly searches: Pick<Searches, 'vanish' | 'expire'>
  readonly opening: Pick<OpenMatch, 'open'>
  readonly metrics: MatchMetrics
}

const LIMIT = 200
const SWEEP_CONCURRENCY = 50

/** Ends matches that were not accepted in time, and opens rooms that a dead pod was to open. */
export const sweepMatches =
  ({ due, store, searches, opening, metrics }: SweepOptions) =>
  async (): Promise<void> => {
    await inBatches(await due.claim(LIMIT), SWEEP_CONCURRENCY, async (match) => {
      const expired = await searches.expire(match)
      const late = expired.filter(({ stage }) => stage.kind === 'ended').length
      if (late > 0) metrics.answers.inc({ answer: 'not-accepted' }, late)
      await opening.open(match)
      const { read } = await store.load(match.accountIds)
      if (!read.some(({ ticket }) => ticket && openMatchOf(ticket)?.id === match.id)) await due.forget(match)
    })
  }

/** Ends the searches of people who have vanished without a word. */
export const sweepUnkept =
  ({ due, searches }: Pick<SweepOptions, 'due' | 'searches'>) =>
  async (): Promise<void> => {
    await inBatches(await due.unkept(LIMIT), SWEEP_CONCURRENCY, async (accountId) => {
      if (!(await searches.vanish(accountId))) await due.forgetKept(accountId)
    })
  }
