import { seedOrder } from '@kla/proto/web'
import { type BlockedPairs, pairOf } from './blocked-pairs.js'

/** Players by given position, seeds from 0. */
interface Draw {
  readonly order: readonly number[]
  readonly seedOf: readonly number[]
  readonly apartFrom: readonly (readonly number[])[]
  readonly meetings: readonly (readonly number[])[]
  readonly byes: number
  readonly swaps: readonly Swap[]
}

type Swap = readonly [number, number]

/** Ranks compared part by part; higher is better. */
type Merit = readonly number[]

type Prices = readonly number[]

const ROUNDS = Array.from({ length: 8 }, (_, round) => round)
const FIRST_ROUND: Prices = ROUNDS.map((round) => (round === 1 ? 1 : 0))
const LIKELIHOOD: Prices = ROUNDS.map((round) => 4 ** (1 - round))

/** Limits the search if no good bracket exists. */
const DETOURS_MAX = 10_000

/**
 * Changes seeds little so that no pair meets in round one, then within tiers (3 and 4, 5 to 8, ...) for later rounds.
 */
export function seedAvoidingBlocks(players: readonly number[], apart: BlockedPairs): readonly number[] {
  let draw = drawOf(players, apart)
  if (draw.apartFrom.every((others) => others.length === 0)) return players
  for (let next = withoutMeeting(draw); next; next = withoutMeeting(draw)) draw = next
  const swaps = draw.swaps.filter((swap) => isOfEquals(draw, swap))
  // Every exchange improves; the bound limits time.
  for (let exchanges = 0; exchanges < players.length; exchanges++) {
    const next = withLaterMeeting(draw, swaps)
    if (!next) break
    draw = next
  }
  return draw.order.map((player) => players[player] ?? 0)
}

function drawOf(players: readonly number[], apart: BlockedPairs): Draw {
  const seeds = seedOrder(players.length)
  const places = players.map((_, seed) => seeds.indexOf(seed + 1))
  const all = players.map((_, at) => at)
  return {
    order: all,
    seedOf: all,
    byes: seeds.length - players.length,
    swaps: allSwaps(players.length),
    apartFrom: players.map((one) => all.filter((other) => apart.has(pairOf(one, players[other] ?? 0)))),
    meetings: places.map((one) => places.map((other) => 32 - Math.clz32(one ^ other))),
  }
}

function withoutMeeting(draw: Draw): Draw | undefined {
  const swaps = swapsOfMeeting(draw)
  const best = bestOf(swaps, (swap) => {
    const gain = gainOf(draw, swap, FIRST_ROUND)
    return gain > 0
      ? [-Number(winsBye(draw, swap)), swap[0] - swap[1], gainOf(draw, swap, LIKELIHOOD), swap[0]]
      : undefined
  })
  return best ? swapped(draw, best) : byDetour(draw)
}

/** Swaps that only move a meeting, breadth first. */
function byDetour(draw: Draw): Draw | undefined {
  const seen = new Set([draw.order.join()])
  const queue = [draw]
  let left = DETOURS_MAX
  for (const from of queue) {
    for (const swap of swapsOfMeeting(from)) {
      if (left-- === 0) return undefined
      const gain = gainOf(from, swap, FIRST_ROUND)
      if (gain < 0) continue
      const next = swapped(from, swap)
      if (gain > 0) return next
      if (seen.has(next.order.join())) continue
      seen.add(next.order.join())
      queue.push(next)
    }
  }
  return undefined
}

function swapsOfMeeting(draw: Draw): readonly Swap[] {
  const { order, seedOf, apartFrom, meetings, swaps } = draw
  const meets = order.map(
    (player, seed) => apartFrom[player]?.some((other) => meetings[seed]?.[seedOf[other] ?? 0] === 1) ?? false,
  )
  return swaps.filter(([better, worse]) => meets[better] || meets[worse])
}

/** True if a block would give a bye: last resort. */
const winsBye = ({ order, byes, apartFrom }: Draw, [better, worse]: Swap): boolean =>
  better < byes && worse >= byes && (apartFrom[order[worse] ?? 0]?.length ?? 0) > 0

function withLaterMeeting(draw: Draw, swaps: readonly Swap[]): Draw | undefined {
  const best = bestOf(swaps, (swap) => {
    const gain = gainOf(draw, swap, LIKELIHOOD)
    return gain > 0 && gainOf(draw, swap, FIRST_ROUND) >= 0 ? [gain, swap[0] - swap[1], swap[0]] : undefined
  })
  return best && swapped(draw, best)
}

const isOfEquals = ({ byes }: Draw, [better, worse]: Swap): boolean =>
  tierOf(better) === tierOf(worse) && better < byes === worse < byes

const tierOf = (seed: number): number => Math.ceil(Math.log2(seed + 1))

const allSwaps = (seeds: number): readonly Swap[] =>
  Array.from({ length: seeds }, (_, worse) => worse).flatMap((worse) =>
    Array.from({ length: worse }, (_, better): Swap => [better, worse]),
  )

function bestOf(swaps: readonly Swap[], meritOf: (swap: Swap) => Merit | undefined): Swap | undefined {
  let best: { readonly swap: Swap; readonly merit: Merit } | undefined
  for (const swap of swaps) {
    const merit = meritOf(swap)
    if (merit && (!best || isBetter(merit, best.merit))) best = { swap, merit }
  }
  return best?.swap
}

function isBetter(merit: Merit, than: Merit): boolean {
  const at = merit.findIndex((part, index) => part !== than[index])
  return at !== -1 && (merit[at] ?? 0) > (than[at] ?? 0)
}

function swapped(draw: Draw, [better, worse]: Swap): Draw {
  const [order, seedOf] = [[...draw.order], [...draw.seedOf]]
  const [above = 0, below = 0] = [order[better], order[worse]]
  order[better] = below
  order[worse] = above
  seedOf[below] = better
  seedOf[above] = worse
  return { ...draw, order, seedOf }
}

const gainOf = (draw: Draw, [better, worse]: Swap, prices: Prices): number =>
  savedBy(draw, better, worse, prices) + savedBy(draw, worse, better, prices)

function savedBy({ order, seedOf, apartFrom, meetings }: Draw, from: number, to: number, prices: Prices): number {
  let saved = 0
  for (const other of apartFrom[order[from] ?? 0] ?? []) {
    const at = seedOf[other] ?? 0
    // They still meet in the same round.
    if (at !== to) saved += (prices[meetings[from]?.[at] ?? 0] ?? 0) - (prices[meetings[to]?.[at] ?? 0] ?? 0)
  }
  return saved
}
