import type { Platform } from '@kla/local'
import type { Measured, Part } from '../frame/part.js'
import { copyPlayers } from '../measure/copied-players.js'
import { processesOf } from '../measure/machine.js'
import { dividedBy, spreadOfTimes, total } from '../measure/numbers.js'
import { costOf, sharesOver, untilAtRest, untilNone } from '../measure/rest.js'
import { openWindow } from '../measure/window.js'
import { startWorker, type Worker } from '../measure/workers.js'
import type { JoiningPair, JoinTasks } from './players-main.js'

interface JoinsSize {
  /** Pairs that are seated, and return, before anything counts: engines compile hot code. */
  readonly warmPairs: number
  readonly pairs: number
  /** Pairs that sit at a pace, after the others. */
  readonly pacedPairs: number
  /** Joins that these pairs begin in a second. */
  readonly pace: number
  readonly restMs: number
}

const FULL: JoinsSize = { warmPairs: 500, pairs: 1_500, pacedPairs: 1_000, pace: 200, restMs: 4_000 }
const QUICK: JoinsSize = { warmPairs: 5, pairs: 15, pacedPairs: 5, pace: 20, restMs: 500 }

const GATEWAYS = 2
const PLAYERS = 2
const AT_ONCE = 16
const SETTLE_WITHIN_MS = 90_000

/** Measures what a join and a return cost all processes, beyond what these use at rest. */
export const joinsPart: Part = {
  name: 'joins',
  async measure({ startPlatform, quick, say }) {
    const size = quick ? QUICK : FULL
    const platform = await startPlatform({ environment: { LOG_LEVEL: 'warn' }, processes: { gateway: GATEWAYS } })
    const worker = startWorker<JoinTasks>('joins/players-main')
    try {
      const cookies = await copyPlayers(platform, (size.warmPairs + size.pairs + size.pacedPairs) * PLAYERS)
      return await measureJoins({ platform, worker, cookies, size, say })
    } finally {
      await worker.stop()
      await platform.close()
    }
  },
}

interface JoinsPlan {
  readonly platform: Platform
  readonly worker: Worker<JoinTasks>
  readonly cookies: readonly string[]
  readonly size: JoinsSize
  readonly say: (line: string) => void
}

async function measureJoins({ platform, worker, cookies, size, say }: JoinsPlan): Promise<Measured> {
  const { warmPairs, pairs, pacedPairs, pace, restMs } = size
  const processes = await processesOf(platform)
  const planned = pairsOf(platform, cookies)
  const faults: string[] = []
  const paired = (): Promise<void> =>
    untilNone('rooms are not paired', () => worker.ask('unpaired', null), SETTLE_WITHIN_MS)
  const settle = async (): Promise<void> => {
    const fault = await untilAtRest(processes, SETTLE_WITHIN_MS)
    if (fault) faults.push(fault)
  }
  const seat = async (wanted: readonly JoiningPair[]): Promise<void> => {
    await worker.ask('seat', { wanted, atOnce: AT_ONCE, origin: platform.url })
    await paired()
  }
  const comeBack = async (count: number): Promise<void> => {
    await worker.ask('comeBack', { count, atOnce: AT_ONCE })
    await paired()
  }

  say(`Seating ${warmPairs} pairs to warm up`)
  await seat(planned.slice(0, warmPairs))
  await comeBack(warmPairs)
  await settle()
  const close = await openWindow(platform)
  const idle = await sharesOver(processes, restMs)
  say(`Seating ${pairs} pairs`)
  const joins = await costOf(processes, idle, () => seat(planned.slice(warmPairs, -pacedPairs)))
  await settle()
  say(`Returning to ${pairs} rooms`)
  const returns = await costOf(processes, idle, () => comeBack(pairs))
  await settle()
  say(`Seating ${pacedPairs} pairs, ${pace} joins a second`)
  const paced = spreadOfTimes(
    await worker.ask('seatAtPace', { wanted: planned.slice(-pacedPairs), perSecond: pace, origin: platform.url }),
  )
  await paired()
  faults.push(...(await worker.ask('troubles', null)), ...(await close()))
  await worker.ask('stop', null)

  const [join, comingBack] = [dividedBy(joins, pairs * PLAYERS), dividedBy(returns, pairs)]
  return {
    figures: [
      { name: 'CPU a join, all processes', unit: 'ms', value: total(join), most: 2 },
      { name: 'CPU a return, all processes', unit: 'ms', value: total(comingBack) },
      { name: `a join asked to accepted, ${pace} a second, p50`, unit: 'ms', value: paced.p50 },
      { name: `a join asked to accepted, ${pace} a second, p99`, unit: 'ms', value: paced.p99, most: 300 },
      ...['rooms-1', 'redis'].flatMap((process) => [
        { name: `CPU a join, ${process}`, unit: 'ms', value: join[process] ?? 0 },
        { name: `CPU a return, ${process}`, unit: 'ms', value: comingBack[process] ?? 0 },
      ]),
    ],
    faults,
    amounts: { 'A join, ms of a processor': join, 'A return, ms of a processor': comingBack },
    notes: [],
  }
}

/** The two players of a room are on two gateways. */
function pairsOf(platform: Platform, cookies: readonly string[]): JoiningPair[] {
  const [first = '', second = ''] = platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)
  return Array.from({ length: cookies.length / PLAYERS }, (_, at) => ({
    servers: [first, second],
    cookies: [cookies[at * PLAYERS] ?? '', cookies[at * PLAYERS + 1] ?? ''],
  }))
}
