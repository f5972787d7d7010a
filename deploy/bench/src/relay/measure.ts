import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMicrosByName, residentBytesByName } from '../measure/machine.js'
import { difference, dividedBy, type Numbers } from '../measure/numbers.js'
import { textsOf } from '../measure/window.js'
import type { RelayContender, Relay } from './contenders.js'
import { type Crowd, startCrowd } from './generator/crowd.js'
import type { Silence, TalkOrder } from './generator/orders.js'
import { untilSettled } from './settle.js'
import { type RoundTrips, tripsAtRest, tripsDuring, tripsPerMessage } from './round-trips.js'

export interface RelaySize {
  readonly pacedRooms: number
  /** More than servers keep up with. */
  readonly saturatedRooms: number
  /** Memory is compared between these. */
  readonly idle: { readonly from: number; readonly to: number }
  /** Compilation. */
  readonly warmMs: number
  readonly talkMs: number
  /** Pairing is over and the servers are at rest within this, or the round fails. */
  readonly settleWithinMs: number
  readonly signalPairs: number
  readonly generators: number
}

const LINES_PER_SECOND = 4

export const FULL: RelaySize = {
  pacedRooms: 500,
  // Fewer would meet the limit of each player's lines.
  saturatedRooms: 3_000,
  idle: { from: 5_000, to: 10_000 },
  warmMs: 3_000,
  talkMs: 8_000,
  settleWithinMs: 90_000,
  signalPairs: 50,
  generators: 1,
}

export const QUICK: RelaySize = {
  pacedRooms: 10,
  saturatedRooms: 20,
  idle: { from: 20, to: 40 },
  warmMs: 200,
  talkMs: 1_000,
  settleWithinMs: 30_000,
  signalPairs: 4,
  generators: 1,
}

/** For contenders whose memory is not measured. */
export const onlyTalking = (size: RelaySize): RelaySize => ({
  ...size,
  idle: { from: size.pacedRooms * 2, to: size.saturatedRooms * 2 },
})

export interface RelayMeasured {
  readonly paced: Talk
  readonly saturated: Talk
  /** Connected, authenticated and in a room: from the first connection to the last seat that the other player has seen. */
  readonly joinsPerSecond: number
  /** Milliseconds of a processor for a join, by process. */
  readonly joinCostMs: Numbers
  /** Resident, gateways and broker. */
  readonly bytesPerConnection: number
  readonly tripsPerLine?: RoundTrips
  readonly faults: readonly string[]
}

/** Measures joins, memory, paced and saturated talk. */
export async function measureRelay(contender: RelayContender, size: RelaySize): Promise<RelayMeasured> {
  const { codec } = contender
  const relay = await contender.start(Math.max(size.idle.to / 2, size.saturatedRooms))
  try {
    const crowd = await startCrowd({ codec, ...(relay.lineLimit && { lineLimit: relay.lineLimit }) }, size.generators)
    try {
      const stage = createStage(relay, crowd, size)
      const measured = await measureRunning(relay, crowd, size, stage)
      const faults = faultsOf(await crowd.hush())
      if (relay.wantsLeaving) {
        await crowd.leave()
        await stage.settle('having left')
      }
      return { ...measured, faults: [...stage.faults, ...faults].map((fault) => `${contender.who}: ${fault}`) }
    } finally {
      await crowd.close()
    }
  } finally {
    await relay.close()
  }
}

/** What is measured begins from rest, and counts only if nothing went wrong meanwhile. */
interface Stage {
  readonly faults: readonly string[]
  settle(after: string): Promise<void>
  inWindow<T>(name: string, work: () => Promise<T>): Promise<T>
}

function createStage(relay: Relay, crowd: Crowd, { settleWithinMs }: RelaySize): Stage {
  const faults: string[] = []
  return {
    faults,
    async settle(after) {
      const fault = await untilSettled(crowd, relay.processes, settleWithinMs)
      if (fault) faults.push(`after ${after} ${fault}`)
    },
    async inWindow(name, work) {
      const window = await relay.openWindow?.()
      try {
        return await work()
      } finally {
        if (window) faults.push(...textsOf(await window.close()).map((fault) => `while ${name} ${fault}`))
      }
    },
  }
}

async function measureRunning(
  relay: Relay,
  crowd: Crowd,
  size: RelaySize,
  stage: Stage,
): Promise<Omit<RelayMeasured, 'faults'>> {
  const { idle, pacedRooms, saturatedRooms } = size
  let seated = 0
  /** Resolves to the seconds from the first connection to the last seat. */
  const fillTo = async (rooms: number): Promise<number> => {
    const startedAt = performance.now()
    const numbers = Array.from({ length: Math.max(0, rooms - seated) }, (_, at) => seated + at)
    await crowd.seat(numbers.map((number) => ({ number, players: relay.playersOf(number) })))
    seated += numbers.length
    const seconds = (performance.now() - startedAt) / MS_PER_SECOND
    await stage.settle(`seating ${seated * 2} players`)
    return seconds
  }
  await fillTo(pacedRooms)
  const atPace = { rooms: pacedRooms, linesPerSecond: LINES_PER_SECOND }
  const talkAtPace = (): Promise<Talk> => talk(relay, crowd, size, atPace)
  const { paced, tripsPerLine } = await stage.inWindow('talking at a pace', () => counted(talkAtPace, relay.roundTrips, size))
  await fillTo(idle.from / 2)
  const before = sumOfAll(await residentBytesByName(relay.carriers))
  const spentBefore = await cpuMicrosByName({ ...relay.processes, ...crowd.processes })
  const fillSeconds = await stage.inWindow('joining', () => fillTo(idle.to / 2))
  const spent = difference(await cpuMicrosByName({ ...relay.processes, ...crowd.processes }), spentBefore)
  const after = sumOfAll(await residentBytesByName(relay.carriers))
  await fillTo(saturatedRooms)
  return {
    paced,
    saturated: await stage.inWindow('talking saturated', () => talk(relay, crowd, size, { rooms: saturatedRooms })),
    ...(tripsPerLine && { tripsPerLine }),
    joinsPerSecond: (idle.to - idle.from) / fillSeconds,
    joinCostMs: dividedBy(spent, (idle.to - idle.from) * MICROS_PER_MS),
    bytesPerConnection: (after - before) / (idle.to - idle.from),
  }
}

async function counted(
  talkAtPace: () => Promise<Talk>,
  read: (() => Promise<RoundTrips>) | undefined,
  { talkMs }: RelaySize,
): Promise<{ paced: Talk; tripsPerLine?: RoundTrips }> {
  if (!read) return { paced: await talkAtPace() }
  const rest = await tripsAtRest(read, talkMs)
  let paced: Talk | undefined
  const worked = await tripsDuring(read, async () => (paced = await talkAtPace()))
  if (!paced) throw new Error('nobody has talked')
  return { paced, tripsPerLine: tripsPerMessage(worked, rest, paced.written) }
}

function faultsOf({ written, refused, faults, troubles }: Silence): string[] {
  const counted = Object.entries({
    lost: faults.lost,
    doubled: faults.doubled,
    'in a wrong room': faults.wrongRoom,
    'out of order': faults.outOfOrder,
  })
  const wrong = counted.filter(([, count]) => count > 0).map(([what, count]) => `${count} deliveries ${what}`)
  if (refused > 0) wrong.push(`${refused} lines refused`)
  return [...wrong.map((what) => `${what}, of ${written} lines`), ...troubles]
}

export interface Talk {
  readonly written: number
  readonly perCpuSecond: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly busy: Numbers
  readonly generatorsBusy: number
}

const MICROS_PER_SECOND = 1_000_000
const MICROS_PER_MS = 1_000
const MS_PER_SECOND = 1_000

async function talk(relay: Relay, crowd: Crowd, { warmMs, talkMs }: RelaySize, order: TalkOrder): Promise<Talk> {
  await crowd.talk(order)
  await sleep(warmMs)
  const [before, generatorsBefore] = [await cpuMicrosByName(relay.processes), await cpuMicrosByName(crowd.processes)]
  await crowd.mark()
  const startedAt = performance.now()
  await sleep(talkMs)
  const { deliveries, latencies } = await crowd.mark()
  const seconds = (performance.now() - startedAt) / MS_PER_SECOND
  const spent = difference(await cpuMicrosByName(relay.processes), before)
  const generators = difference(await cpuMicrosByName(crowd.processes), generatorsBefore)
  const { written } = await crowd.hush()
  const share = (micros: number): number => micros / MICROS_PER_SECOND / seconds
  return {
    written,
    perCpuSecond: deliveries / (sumOfAll(spent) / MICROS_PER_SECOND),
    perSecond: deliveries / seconds,
    p50Ms: latencies.percentileMs(0.5),
    p99Ms: latencies.percentileMs(0.99),
    busy: Object.fromEntries(Object.entries(spent).map(([name, micros]) => [name, share(micros)])),
    generatorsBusy: share(sumOfAll(generators)),
  }
}

const sumOfAll = (numbers: Numbers): number => Object.values(numbers).reduce((total, value) => total + value, 0)
