import { setTimeout as sleep } from 'node:timers/promises'
import { residentBytesByName } from '../cpu/processes.js'
import type { Relay, RelayContender } from './contenders/relay.js'
import { faultsOf } from './faults.js'
import { startCrowd, type Crowd } from './generator/crowd.js'
import { tripsAtRest, tripsDuring, tripsPerMessage, type RoundTrips } from './round-trips.js'
import { LINES_PER_SECOND, type RelaySize } from './size.js'
import { sumOfAll, talk, type Talk } from './talk.js'

/** What one contender has shown in one round. */
export interface RelayMeasured {
  readonly paced: Talk
  readonly saturated: Talk
  /** Connected, known and in a room, a second. */
  readonly joinsPerSecond: number
  /** Resident bytes of gateways and broker for one connection more. */
  readonly bytesPerConnection: number
  /** What a line has asked, where that is counted. */
  readonly tripsPerLine?: RoundTrips
  readonly faults: readonly string[]
}

const MS_PER_SECOND = 1_000

/** Starts one contender and measures it, from its first connection to the last. */
export async function measureRelay(contender: RelayContender, size: RelaySize): Promise<RelayMeasured> {
  const { codec } = contender
  const relay = await contender.start(Math.max(size.idle.to / 2, size.saturatedRooms))
  try {
    const crowd = await startCrowd({ codec, ...(relay.lineLimit && { lineLimit: relay.lineLimit }) }, size.generators)
    try {
      const measured = await measureRunning(relay, crowd, size)
      const faults = faultsOf(contender.who, await crowd.hush())
      if (relay.wantsLeaving) {
        await crowd.leave()
        await sleep(size.settleMs)
      }
      return { ...measured, faults }
    } finally {
      await crowd.close()
    }
  } finally {
    await relay.close()
  }
}

async function measureRunning(relay: Relay, crowd: Crowd, size: RelaySize): Promise<Omit<RelayMeasured, 'faults'>> {
  const { idle, pacedRooms, saturatedRooms, settleMs } = size
  let seated = 0
  const fillTo = async (rooms: number): Promise<void> => {
    const numbers = Array.from({ length: Math.max(0, rooms - seated) }, (_, at) => seated + at)
    await crowd.seat(numbers.map((number) => ({ number, players: relay.playersOf(number) })))
    seated += numbers.length
    await sleep(settleMs)
  }
  await fillTo(pacedRooms)
  const atPace = { rooms: pacedRooms, linesPerSecond: LINES_PER_SECOND }
  const talkAtPace = (): Promise<Talk> => talk(relay, crowd, size, atPace)
  const { paced, tripsPerLine } = await counted(talkAtPace, relay.roundTrips, size)
  await fillTo(idle.from / 2)
  const before = sumOfAll(await residentBytesByName(relay.carriers))
  const startedAt = performance.now()
  await fillTo(idle.to / 2)
  const fillSeconds = (performance.now() - startedAt - settleMs) / MS_PER_SECOND
  const after = sumOfAll(await residentBytesByName(relay.carriers))
  await fillTo(saturatedRooms)
  return {
    paced,
    saturated: await talk(relay, crowd, size, { rooms: saturatedRooms }),
    ...(tripsPerLine && { tripsPerLine }),
    joinsPerSecond: (idle.to - idle.from) / fillSeconds,
    bytesPerConnection: (after - before) / (idle.to - idle.from),
  }
}

/** Talks at a pace and counts what each line has asked, where that can be counted. */
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
