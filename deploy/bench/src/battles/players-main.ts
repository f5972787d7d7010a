import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel, type Session, signIn } from '@kla/bots'
import { ROOM_NAME } from '@kla/bots'
import { serveTasks } from '../measure/serve-tasks.js'
import { type Player, seatPlayer } from './player.js'
import { createTable, createTally, type Table } from './tally.js'

interface Pair {
  readonly players: readonly [Player, Player]
  readonly table: Table
}

/** Keeps a small machine busy without a queue. */
const AT_ONCE = 8
/** A battle this late is forgotten. */
const FORGOTTEN_MS = 10_000
/** What is in flight arrives within this, or never. */
const LAST_LINES_MS = 3_000

const tally = createTally()
let sessions: (readonly [Session, Session])[] = []
let pairs: Pair[] = []

const tasks = {
  async signIn({ url, from, to }: { url: string; from: number; to: number }): Promise<void> {
    const numbers = Array.from({ length: to - from }, (_, at) => from + at)
    sessions = await inParallel(numbers, AT_ONCE, async (number) => [
      await signIn(url, `bench-${number}-first`),
      await signIn(url, `bench-${number}-second`),
    ])
  },

  async seat({ gateway, rounds }: { gateway: string; rounds: number }): Promise<void> {
    pairs = await inParallel(sessions, AT_ONCE, (pair) => seatPair(pair, gateway, rounds))
  },

  async begin({ overMs, chatEveryMs }: { overMs: number; chatEveryMs: number }): Promise<void> {
    await Promise.all(
      pairs.map(async ({ players, table: { roomId } }, at) => {
        await sleep((at / pairs.length) * overMs)
        for (const player of players) {
          await player.must('ready-up', { roomId })
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
    for (const {
      players: [first, second],
    } of pairs) {
      first.watcher.finish({ own: first.said, other: second.said })
      second.watcher.finish({ own: second.said, other: first.said })
      for (const player of [first, second]) {
        tally.fault('commands without an answer', player.unanswered(LAST_LINES_MS))
        player.leave()
      }
    }
    return tally.faults
  },
}
export type PlayersTasks = typeof tasks

async function seatPair([first, second]: readonly [Session, Session], gateway: string, rounds: number): Promise<Pair> {
  const table = createTable(rounds, tally)
  const players: Player[] = []
  const common = { gateway, table, tally }
  players.push(await seatPlayer({ ...common, session: first, opponent: second, seat: 'first' }, () => players[1]))
  players.push(await seatPlayer({ ...common, session: second, opponent: first, seat: 'second' }, () => players[0]))
  const [one, other] = players as [Player, Player]
  const { roomId } = await one.must('create-room', {
    roomName: ROOM_NAME,
    passcode: null,
    passcodeRequired: false,
    publicRoom: true,
    mode: 'rush',
    capacity: '2',
    category: 'default',
  })
  table.placeIn(roomId)
  await other.must('join-room', { roomId, passcode: null, role: 'player' })
  return { players: [one, other], table }
}

serveTasks(tasks)
