import type { NamedProcesses } from '../../measure/machine.js'
import { startWorker, type Worker } from '../../measure/workers.js'
import { Latencies, sumOfFaults } from './lines.js'
import type { Orders, RoomPlan, Settings, Silence, TalkOrder } from './orders.js'

export interface CrowdMark {
  readonly deliveries: number
  readonly latencies: Latencies
}

export interface Crowd {
  readonly processes: NamedProcesses
  /** Resolves once all players sit and have seen each other. */
  seat(rooms: readonly RoomPlan[]): Promise<void>
  /** Rooms whose players may not yet connect to each other. */
  unpaired(): Promise<number>
  roomIds(): Promise<readonly string[]>
  talk(order: TalkOrder): Promise<void>
  mark(): Promise<CrowdMark>
  hush(): Promise<Silence>
  leave(): Promise<void>
  close(): Promise<void>
}

/** Keeps a small machine busy without a queue. */
const ROOMS_AT_ONCE = 32

export async function startCrowd(settings: Settings, processes: number): Promise<Crowd> {
  const generators = Array.from({ length: processes }, () => startWorker<Orders>('relay/generator/main'))
  const atOnce = Math.ceil(ROOMS_AT_ONCE / processes)
  const all = <T>(order: (generator: Worker<Orders>, at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(generators.map(order))
  await all((generator) => generator.ask('begin', settings))
  return {
    processes: Object.fromEntries(generators.map(({ pid }, at) => [`generator-${at + 1}`, pid])),
    seat: async (rooms) => {
      const roomsOf = (at: number): RoomPlan[] => rooms.filter(({ number }) => number % processes === at)
      await all((generator, at) => generator.ask('seat', { rooms: roomsOf(at), atOnce }))
    },
    unpaired: async () => {
      const counts = await all((generator) => generator.ask('unpaired', undefined))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    roomIds: async () => (await all((generator) => generator.ask('roomIds', undefined))).flat(),
    talk: async (order) => {
      await all((generator) => generator.ask('talk', order))
    },
    async mark() {
      const marks = await all((generator) => generator.ask('mark', undefined))
      const latencies = new Latencies()
      for (const mark of marks) latencies.add(new Latencies([...mark.latencies]))
      return { deliveries: marks.reduce((sum, { deliveries }) => sum + deliveries, 0), latencies }
    },
    async hush() {
      const silences = await all((generator) => generator.ask('hush', undefined))
      return {
        written: silences.reduce((sum, { written }) => sum + written, 0),
        refused: silences.reduce((sum, { refused }) => sum + refused, 0),
        shown: silences.reduce((sum, { shown }) => sum + shown, 0),
        faults: sumOfFaults(silences.map(({ faults }) => faults)),
        troubles: silences.flatMap(({ troubles }) => troubles),
        troubleCount: silences.reduce((sum, { troubleCount }) => sum + troubleCount, 0),
      }
    },
    leave: async () => {
      await all((generator) => generator.ask('leave', { atOnce }))
    },
    close: async () => {
      await all((generator) => generator.stop())
    },
  }
}
