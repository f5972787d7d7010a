import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMicrosByName, residentBytesByName, type NamedProcesses } from '../cpu/processes.js'
import { difference, type Numbers } from '@kla/scale'
import type { Relay, RelayContender } from './contenders/relay.js'
import { startCrowd, type Crowd } from './generator/crowd.js'
import type { TalkOrder } from './generator/orders.js'
import { faultsOf } from './faults.js'
import { LINES_PER_SECOND, type RelaySize } from './size.js'

/** How lines were relayed for some seconds. */
export interface Talk {
  readonly perCpuSecond: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Share of one processor's time, by process. */
  readonly busy: Numbers
  /** The same of those who generated the load. */
  readonly generatorsBusy: number
}

/** What one contender has shown in one round. */
export interface RelayMeasured {
  readonly paced: Talk
  readonly saturated: Talk
  /** Connected, known and in a room, a second. */
  readonly joinsPerSecond: number
  /** Resident bytes of gateways and broker for one connection more. */
  readonly bytesPerConnection: number
  readonly faults: readonly string[]
}

const MICROS_PER_SECOND = 1_000_000
const MS_PER_SECOND = 1_000

/** Measures one contender from its first connection to the last. */
export async function measureRelay(contender: RelayContender, size: RelaySize): Promise<RelayMeasured> {
  const { idle, pacedRooms, saturatedRooms, settleMs } = size
  const relay = await contender.start(Math.max(idle.to / 2, saturatedRooms))
  const crowd = startCrowd({ codec: contender.codec }, size.generators)
  try {
    let seated = 0
    const fillTo = async (rooms: number): Promise<void> => {
      const numbers = Array.from({ length: rooms - seated }, (_, at) => seated + at)
      await crowd.seat(numbers.map((number) => ({ number, players: relay.playersOf(number) })))
      seated = rooms
      await sleep(settleMs)
    }
    await fillTo(pacedRooms)
    const paced = await talk(relay, crowd, size, { rooms: pacedRooms, linesPerSecond: LINES_PER_SECOND })
    await fillTo(idle.from / 2)
    const before = sum(await residentBytesByName(relay.carriers))
    const startedAt = performance.now()
    await fillTo(idle.to / 2)
    const fillSeconds = (performance.now() - startedAt - settleMs) / MS_PER_SECOND
    const after = sum(await residentBytesByName(relay.carriers))
    const saturated = await talk(relay, crowd, size, { rooms: saturatedRooms })
    const faults = faultsOf(contender.who, await crowd.hush())
    if (relay.wantsLeaving) await crowd.leave()
    return {
      ...{ paced, saturated, faults },
      joinsPerSecond: (idle.to - idle.from) / fillSeconds,
      bytesPerConnection: (after - before) / (idle.to - idle.from),
    }
  } finally {
    crowd.close()
    await relay.close()
  }
}

/** Lets rooms talk, and counts between two moments at which the talk is in full swing. */
async function talk(relay: Relay, crowd: Crowd, { warmMs, talkMs }: RelaySize, order: TalkOrder): Promise<Talk> {
  await crowd.talk(order)
  await sleep(warmMs)
  const look = async (processes: NamedProcesses): Promise<Numbers> => cpuMicrosByName(processes)
  const [before, generatorsBefore] = [await look(relay.processes), await look(crowd.processes)]
  await crowd.mark()
  const startedAt = performance.now()
  await sleep(talkMs)
  const { deliveries, latencies } = await crowd.mark()
  const seconds = (performance.now() - startedAt) / MS_PER_SECOND
  const spent = difference(await look(relay.processes), before)
  const generators = difference(await look(crowd.processes), generatorsBefore)
  await crowd.hush()
  const share = (micros: number): number => micros / MICROS_PER_SECOND / seconds
  return {
    perCpuSecond: deliveries / (sum(spent) / MICROS_PER_SECOND),
    perSecond: deliveries / seconds,
    p50Ms: latencies.percentileMs(0.5),
    p99Ms: latencies.percentileMs(0.99),
    busy: Object.fromEntries(Object.entries(spent).map(([name, micros]) => [name, share(micros)])),
    generatorsBusy: share(sum(generators)),
  }
}

const sum = (numbers: Numbers): number => Object.values(numbers).reduce((total, value) => total + value, 0)
