import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel } from '@kla/bots'
import { serveTasks } from '../measure/workers.js'
import { createPlayer, type Player } from './player.js'
import { createTable, createTally, type Table } from './tally.js'

export interface BattlePlayer {
  readonly cookie: string
  readonly name: string
}

interface Seating {
  readonly gateway: string
  readonly origin: string
  readonly pairs: readonly (readonly [BattlePlayer, BattlePlayer])[]
  readonly rounds: number
}

interface Pair {
  readonly players: readonly [Player, Player]
  readonly table: Table
}

const AT_ONCE = 16
/** Lateness after which a battle is forgotten. */
const FORGOTTEN_MS = 10_000
const LAST_LINES_MS = 3_000

const tally = createTally()
let pairs: Pair[] = []

const tasks = {
  async seat({ gateway, origin, pairs: all, rounds }: Seating): Promise<void> {
    pairs = await inParallel(all, AT_ONCE, async ([one, other]) => {
      const table = createTable(rounds, tally)
      const common = { table, tally }
      const first: Player = createPlayer({
        ...common,
        seat: 'first',
        headers: { cookie: one.cookie, origin },
        names: { own: one.name, other: other.name },
        saidAtMs: () => second.saidAtMs,
      })
      const second: Player = createPlayer({
        ...common,
        seat: 'second',
        headers: { cookie: other.cookie, origin },
        names: { own: other.name, other: one.name },
        saidAtMs: () => first.saidAtMs,
      })
      table.placeIn(await first.sit(gateway))
      await second.sit(gateway, table.roomId)
      return { players: [first, second] as const, table }
    })
  },

  async begin({ overMs, chatEveryMs }: { overMs: number; chatEveryMs: number }): Promise<void> {
    await Promise.all(
      pairs.map(async ({ players, table: { roomId } }, at) => {
        await sleep((at / pairs.length) * overMs)
        for (const player of players) {
          await player.command('ready-up', { roomId })
          void sleep(Math.random() * chatEveryMs)
            .then(() => player.chat(chatEveryMs))
            .catch((error: unknown) => tally.fault((error as Error).message))
        }
      }),
    )
  },

  beginWindow: (_: null) => tally.begin(),
  endWindow: (_: null) => tally.end(),

  async finish(_: null): Promise<Readonly<Record<string, number>>> {
    const forgottenMs = Date.now() - FORGOTTEN_MS
    for (const player of pairs.flatMap(({ players }) => players)) {
      if (player.watcher.deadlineMs < forgottenMs) tally.fault('battles forgotten')
      player.quiet()
    }
    await sleep(LAST_LINES_MS)
    for (const { players } of pairs) {
      const [first, second] = players
      first.watcher.finish({ own: first.said, other: second.said })
      second.watcher.finish({ own: second.said, other: first.said })
      for (const player of players) player.leave()
    }
    return tally.faults
  },
}
export type PlayersTasks = typeof tasks

serveTasks(tasks)
