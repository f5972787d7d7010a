import { monitorEventLoopDelay } from 'node:perf_hooks'
import { inParallel } from '@kla/bots'
import { serveTasks } from '../measure/workers.js'
import { CrowdPlayer } from './player.js'

export interface CrowdRoom {
  readonly number: number
  readonly gateway: string
  readonly cookies: readonly [string, string]
  readonly plays: boolean
}

export interface CrowdCount {
  readonly seated: number
  readonly away: number
  readonly lost: number
}

export interface CrowdReport extends CrowdCount {
  readonly returnsAtRest: number
  /** Why connections ended since the kill, and why seats were lost. */
  readonly causes: Readonly<Record<string, number>>
  /** Largest delay of this process since: servers close connections that do not answer. */
  readonly lateMs: number
  /** Milliseconds from the kill to each seat taken again. */
  readonly returnsMs: readonly number[]
  /** The same of players in battles. */
  readonly battleReturnsMs: readonly number[]
  /** Battles that ended, or showed no phase since the last return. */
  readonly battlesLost: number
}

interface Pair {
  readonly number: number
  readonly plays: boolean
  readonly players: readonly [CrowdPlayer, CrowdPlayer]
  home: string
  battle: { ended: boolean; phases: number }
}

const NANOS_PER_MS = 1_000_000
/** Finding a free port of an address with thousands of connections takes milliseconds of a processor. */
const ADDRESSES = 100
const pairs: Pair[] = []
const returnsMs: number[] = []
const battleReturnsMs: number[] = []
const causes: Record<string, number> = {}
const count = (cause: string): unknown => (causes[cause] = (causes[cause] ?? 0) + 1)
const delays = monitorEventLoopDelay({ resolution: 20 })
let returnsAtRest = 0
let killedAtMs: number | undefined

const players = (): CrowdPlayer[] => pairs.flatMap((pair) => pair.players)
const battles = (): Pair[] => pairs.filter(({ plays }) => plays)

const tasks = {
  async seat(order: {
    readonly rooms: readonly CrowdRoom[]
    readonly atOnce: number
    readonly origin: string
    /** First three bytes of the source addresses. */
    readonly network: string
  }): Promise<void> {
    await inParallel(order.rooms, order.atOnce, async (room) => pairs.push(await seatPair(room, order)))
  },

  unpaired: (_: null): number => pairs.filter(({ players: both }) => !both.every(({ isPaired }) => isPaired)).length,

  async battle(_: null): Promise<void> {
    for (const { players: both } of battles()) await Promise.all(both.map((player) => player.readyUp()))
  },

  /** Sends the killed gateway's players to the others. */
  gone({ gateway, others, atMs }: { gateway: string; others: readonly string[]; atMs: number }): void {
    killedAtMs = atMs
    delays.enable()
    for (const pair of pairs) {
      if (pair.home === gateway) pair.home = others[pair.number % others.length] ?? ''
    }
  },

  count: (_: null): CrowdCount => countAll(),

  /** Each battle has to show a phase from now on. */
  watchBattles(_: null): void {
    for (const { battle } of battles()) battle.phases = 0
  },

  report(_: null): CrowdReport {
    for (const { standing, lostBy } of players()) if (standing === 'lost') count(`seat lost by ${lostBy}`)
    return {
      ...countAll(),
      returnsAtRest,
      returnsMs,
      battleReturnsMs,
      causes,
      lateMs: delays.max / NANOS_PER_MS,
      battlesLost: battles().filter(({ battle }) => battle.ended || battle.phases === 0).length,
    }
  },

  stop(_: null): void {
    for (const player of players()) player.stop()
  },
}
export type CrowdTasks = typeof tasks

function countAll(): CrowdCount {
  const of = (wanted: CrowdPlayer['standing']): number => players().filter(({ standing }) => standing === wanted).length
  return { seated: of('seated'), away: of('away'), lost: of('lost') }
}

async function seatPair(
  { number, gateway, cookies, plays }: CrowdRoom,
  { origin, network }: { readonly origin: string; readonly network: string },
): Promise<Pair> {
  const battle = { ended: false, phases: 0 }
  const playerWith = (cookie: string): CrowdPlayer =>
    new CrowdPlayer({
      headers: { cookie, origin },
      localAddress: `${network}.${1 + (number % ADDRESSES)}`,
      gateway: () => pair.home,
      onLost(why) {
        if (killedAtMs !== undefined) count(why)
      },
      onReturned() {
        if (killedAtMs === undefined) {
          returnsAtRest += 1
          return
        }
        returnsMs.push(Date.now() - killedAtMs)
        if (plays) battleReturnsMs.push(Date.now() - killedAtMs)
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
