import { seedOrder } from '@kla/proto/web'
import { pairOf, type ApartPairs } from './apart.js'

/** Two places of the order, counted from 0, the better one first. */
type Swap = readonly [number, number]

interface Draw {
  readonly order: readonly number[]
  /** By player: the seed from 0. */
  readonly seedOf: ReadonlyMap<number, number>
  /** By seed from 0: its place in the bracket. */
  readonly places: readonly number[]
  readonly byes: number
  readonly blockedBy: ReadonlyMap<number, readonly number[]>
}

/**
 * The seeds, best first, changed as little as possible so that no pair meets in the first round. Then seeds of one tier
 * (3 and 4, 5 to 8, ...), which count as equals, are exchanged where a pair would meet later or less likely.
 */
export function seedApart(players: readonly number[], apart: ApartPairs): readonly number[] {
  const blockedBy = new Map(
    players.map((one) => [one, players.filter((other) => other !== one && apart.has(pairOf(one, other)))]),
  )
  if ([...blockedBy.values()].every((others) => others.length === 0)) return players
  const seeds = seedOrder(players.length)
  const places = players.map((_, at) => seeds.indexOf(at + 1))
  const seedOf = new Map(players.map((player, at) => [player, at]))
  let draw: Draw = { order: players, seedOf, places, byes: seeds.length - players.length, blockedBy }
  for (let swap = firstRoundSwap(draw); swap; swap = firstRoundSwap(draw)) draw = swapped(draw, swap)
  for (let swap = laterSwap(draw); swap; swap = laterSwap(draw)) draw = swapped(draw, swap)
  return draw.order
}

/** Brings the fewest pairs together in the first round; then the nearest, that of the worse seeds. */
const firstRoundSwap = (draw: Draw): Swap | undefined =>
  bestOf(draw, (swap) => {
    const gain = gainOf(draw, swap, (meeting) => (meeting === 1 ? 1 : 0))
    return gain <= 0 ? undefined : [gain, -Number(winsBye(draw, swap)), swap[0] - swap[1], likelihoodGain(draw, swap), swap[0]]
  })

/** Nobody gets a bye by a block if there is another way. */
const winsBye = ({ order, byes, blockedBy }: Draw, [better, worse]: Swap): boolean =>
  better < byes && worse >= byes && (blockedBy.get(order[worse] ?? 0)?.length ?? 0) > 0

const laterSwap = (draw: Draw): Swap | undefined =>
  bestOf(draw, (swap) => {
    if (tierOf(swap[0]) !== tierOf(swap[1]) || (swap[0] < draw.byes && swap[1] >= draw.byes)) return undefined
    if (gainOf(draw, swap, (meeting) => (meeting === 1 ? 1 : 0)) < 0) return undefined
    const gain = likelihoodGain(draw, swap)
    return gain <= 0 ? undefined : [gain, swap[0] - swap[1], swap[0]]
  })

const tierOf = (at: number): number => Math.ceil(Math.log2(at + 1))

/** Compared in order, the higher the better; undefined: no improvement. */
type Merit = readonly number[]

function bestOf({ order }: Draw, meritOf: (swap: Swap) => Merit | undefined): Swap | undefined {
  let best: { readonly swap: Swap; readonly merit: Merit } | undefined
  for (let better = 0; better < order.length; better++) {
    for (let worse = better + 1; worse < order.length; worse++) {
      const swap: Swap = [better, worse]
      const merit = meritOf(swap)
      if (merit && (!best || isBetter(merit, best.merit))) best = { swap, merit }
    }
  }
  return best?.swap
}

function isBetter(merit: Merit, than: Merit): boolean {
  const at = merit.findIndex((part, index) => part !== than[index])
  return at !== -1 && (merit[at] ?? 0) > (than[at] ?? 0)
}

function swapped(draw: Draw, [better, worse]: Swap): Draw {
  const order = [...draw.order]
  order[better] = draw.order[worse] ?? 0
  order[worse] = draw.order[better] ?? 0
  return { ...draw, order, seedOf: new Map(order.map((player, at) => [player, at])) }
}

/** How likely the two meet in this round if every tie is even. */
const likelihoodGain = (draw: Draw, swap: Swap): number => gainOf(draw, swap, (meeting) => 4 ** (1 - meeting))

/** What a swap saves over all pairs, each at the price of the round in which the two would meet. */
function gainOf({ order, seedOf, places, blockedBy }: Draw, [better, worse]: Swap, priceOf: (meeting: number) => number): number {
  let gain = 0
  for (const [from, to] of [[better, worse], [worse, better]] as const) {
    for (const other of blockedBy.get(order[from] ?? 0) ?? []) {
      const at = seedOf.get(other) ?? 0
      // The two who swap meet when they would have.
      if (at === to) continue
      gain += priceOf(meetingOf(places, from, at)) - priceOf(meetingOf(places, to, at))
    }
  }
  return gain
}

/** The round, from 1, in which the winners of two places meet. */
function meetingOf(places: readonly number[], one: number, other: number): number {
  const [a = 0, b = 0] = [places[one], places[other]]
  return 32 - Math.clz32(a ^ b)
}
