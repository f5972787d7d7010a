import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel } from '@kla/bots'
import { serveTasks } from '../measure/workers.js'
import { JoiningPlayer } from './player.js'

export interface JoiningPair {
  readonly servers: readonly [string, string]
  readonly cookies: readonly [string, string]
}

type Pair = readonly [JoiningPlayer, JoiningPlayer]

const pairs: Pair[] = []
const troubles: string[] = []
const TROUBLES_MAX = 20
const PLAYERS = 2
const MS_PER_SECOND = 1_000

interface Seating {
  readonly wanted: readonly JoiningPair[]
  readonly origin: string
}

const tasks = {
  async seat({ wanted, atOnce, origin }: Seating & { readonly atOnce: number }): Promise<void> {
    await inParallel(wanted, atOnce, (pair) => seatPair(pair, origin))
  },

  /** Begins pairs at an even pace; resolves to the milliseconds of each join, which is also a created room. */
  async seatAtPace({
    wanted,
    perSecond,
    origin,
  }: Seating & { readonly perSecond: number }): Promise<readonly number[]> {
    const startMs = performance.now()
    const times = wanted.map(async (pair, at) => {
      await sleep(startMs + (at * PLAYERS * MS_PER_SECOND) / perSecond - performance.now())
      return seatPair(pair, origin)
    })
    return (await Promise.all(times)).flat()
  },

  /** The second player of each of the last `count` pairs returns. */
  async comeBack({ count, atOnce }: { readonly count: number; readonly atOnce: number }): Promise<void> {
    await inParallel(pairs.slice(-count), atOnce, async ([first, second]) => {
      first.isPaired = second.isPaired = false
      await second.comeBack()
    })
  },

  unpaired: (_: null): number => pairs.filter((pair) => !pair.every(({ isPaired }) => isPaired)).length,

  troubles: (_: null): readonly string[] => troubles,

  stop(_: null): void {
    for (const player of pairs.flat()) player.stop()
  },
}
export type JoinTasks = typeof tasks

async function seatPair({ servers, cookies }: JoiningPair, origin: string): Promise<readonly number[]> {
  const playerAt = (at: 0 | 1): JoiningPlayer =>
    new JoiningPlayer({ server: servers[at], headers: { cookie: cookies[at], origin }, onLost: noteTrouble })
  const pair: Pair = [playerAt(0), playerAt(1)]
  const times = [await pair[0].sit(), await pair[1].sit(pair[0].roomId)]
  pairs.push(pair)
  return times
}

function noteTrouble(what: string): void {
  if (troubles.length < TROUBLES_MAX) troubles.push(what)
}

serveTasks(tasks)
