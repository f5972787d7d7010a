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

const tasks = {
  async seat({
    wanted,
    atOnce,
    origin,
  }: {
    readonly wanted: readonly JoiningPair[]
    readonly atOnce: number
    readonly origin: string
  }): Promise<void> {
    await inParallel(wanted, atOnce, async ({ servers, cookies }) => {
      const playerAt = (at: 0 | 1): JoiningPlayer =>
        new JoiningPlayer({ server: servers[at], headers: { cookie: cookies[at], origin }, onLost: noteTrouble })
      const pair: Pair = [playerAt(0), playerAt(1)]
      await pair[0].sit()
      await pair[1].sit(pair[0].roomId)
      pairs.push(pair)
    })
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

function noteTrouble(what: string): void {
  if (troubles.length < TROUBLES_MAX) troubles.push(what)
}

serveTasks(tasks)
