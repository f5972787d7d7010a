import { monitorEventLoopDelay } from 'node:perf_hooks'
import { inParallel } from '@kla/bots'
import { serveTasks } from '../measure/serve-tasks.js'
import { CrowdPlayer } from './player.js'

export interface CrowdRoom {
  readonly number: number
  /** The gateway of both players, as a route would steer them. */
  readonly gateway: string
  readonly cookies: readonly [string, string]
  /** Whether the players battle. */
  readonly plays: boolean
}

export interface CrowdCount {
  readonly seated: number
  /** Without a connection, or not yet back on the seat. */
  readonly away: number
  readonly lost: number
}

export interface CrowdReport extends CrowdCount {
  /** Connections that were lost, and came back, before a gateway was killed. */
  readonly returnsAtRest: number
  /** Why connections of seated players ended since the kill, and how many for each cause. */
  readonly ended: Readonly<Record<string, number>>
  /** How late this process was at most since then: servers close connections that do not answer. */
  readonly lateMs: number
  /** Milliseconds from the kill to each seat that was taken again. */
  readonly returnsMs: readonly number[]
  /** Why seats were lost, and how many for each cause. */
  readonly losses: Readonly<Record<string, number>>
  /** That ended at all: nothing else ends them here. */
  readonly battlesEnded: number
  /** Without a phase since the last return. */
  readonly battlesStill: number
}

interface Pair {
  readonly number: number
  readonly plays: boolean
  readonly players: readonly [CrowdPlayer, CrowdPlayer]
  home: string
  battle: { ended: boolean; phases: number }
}

const NANOS_PER_MS = 1_000_000
const pairs: Pair[] = []
const returnsMs: number[] = []
const ended: Record<string, number> = {}
const delays = monitorEventLoopDelay({ resolution: 20 })
let returnsAtRest = 0
let killedAtMs: number | undefined

const players = (): CrowdPlayer[] => pairs.flatMap((pair) => pair.players)
const battles = (): Pair[] => pairs.filter(({ plays }) => plays)

const tasks = {
  /** `origin`: the site's; `localAddress`: where all connections of this process come from. */
  async seat(order: {
    readonly rooms: readonly CrowdRoom[]
    readonly atOnce: number
    readonly origin: string
    readonly localAddress: string
  }): Promise<void> {
    await inParallel(order.rooms, order.atOnce, async (room) => pairs.push(await seatPair(room, order)))
  },

  unpaired: (_: null): number => pairs.filter(({ players: both }) => !both.every(({ isPaired }) => isPaired)).length,

  async battle(_: null): Promise<void> {
    for (const { players: both } of battles()) await Promise.all(both.map((player) => player.readyUp()))
  },

  /** The killed gateway's players come to the others from now on. */
  gone({ gateway, others, atMs }: { gateway: string; others: readonly string[]; atMs: number }): void {
    killedAtMs = atMs
    delays.enable()
    for (const pair of pairs) {
      if (pair.home === gateway) pair.home = others[pair.number % others.length] ?? ''
    }
  },

  count: (_: null): CrowdCount => count(),

  /** From now on each battle is to show that it goes on. */
  watchBattles(_: null): void {
    for (const { battle } of battles()) battle.phases = 0
  },

  report(_: null): CrowdReport {
    const losses: Record<string, number> = {}
    for (const { standing, lostBy } of players()) {
      if (standing === 'lost') losses[lostBy] = (losses[lostBy] ?? 0) + 1
    }
    return {
      ...count(),
      returnsAtRest,
      returnsMs,
      losses,
      ended,
      lateMs: delays.max / NANOS_PER_MS,
      battlesEnded: battles().filter(({ battle }) => battle.ended).length,
      battlesStill: battles().filter(({ battle }) => battle.phases === 0).length,
    }
  },

  stop(_: null): void {
    for (const player of players()) player.stop()
  },
}
export type CrowdTasks = typeof tasks

function count(): CrowdCount {
  const of = (wanted: CrowdPlayer['standing']): number => players().filter(({ standing }) => standing === wanted).length
  return { seated: of('seated'), away: of('away'), lost: of('lost') }
}

async function seatPair(
  { number, gateway, cookies, plays }: CrowdRoom,
  { origin, localAddress }: { readonly origin: string; readonly localAddress: string },
): Promise<Pair> {
  const battle = { ended: false, phases: 0 }
  const playerWith = (cookie: string): CrowdPlayer =>
    new CrowdPlayer({
      headers: { cookie, origin },
      localAddress,
      gateway: () => pair.home,
      onLost(why) {
        if (killedAtMs !== undefined) ended[why] = (ended[why] ?? 0) + 1
      },
      onReturned() {
        if (killedAtMs === undefined) returnsAtRest += 1
        else returnsMs.push(Date.now() - killedAtMs)
      },
      onBattle(event) {
        if (event === 'end') battle.ended = true
        else battle.phases += 1
      },
    })
  const both = [playerWith(cookies[0]), playerWith(cookies[1])] as const
  const pair: Pair = { number, plays, players: both, home: gateway, battle }
  await both[0].sit()
  await both[1].sit(both[0].roomId)
  return pair
}

serveTasks(tasks)
