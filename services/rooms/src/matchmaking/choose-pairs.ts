import { createApart } from '../domain/matchmaking/apart.js'
import { pairUp, type Pair } from '../domain/matchmaking/pair-up.js'
import type { BlockStore } from '../store/blocks/block-store.js'
import type { Candidates } from '../store/matchmaking/candidates.js'

/** So often it is chosen again for those who turn out to have blocked each other: most have blocked few. */
const ROUNDS = 5

/** Chooses pairs of people who have not met lately and have not blocked each other. */
export async function choosePairs(
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

export const accountIdsOf = ([one, other]: Pair): readonly [number, number] => [
  one.person.accountId,
  other.person.accountId,
]
