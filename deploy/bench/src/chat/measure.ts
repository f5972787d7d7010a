import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMicrosByName } from '../measure/machine.js'
import { difference, dividedBy, type Numbers, total } from '../measure/numbers.js'
import { untilAtRest, untilNone } from '../measure/rest.js'
import { startWorker, type Worker } from '../measure/workers.js'
import type { Orders, PlayerPlan, Silence, TalkOrder } from './orders.js'
import type { ChatTarget } from './targets.js'

/** Rooms and durations of a measurement. */
export interface ChatSize {
  readonly pacedRooms: number
  /** More than servers keep up with. */
  readonly saturatedRooms: number
  readonly joins: { readonly from: number; readonly to: number }
  /** Time for the engine to compile hot code, in milliseconds. */
  readonly warmMs: number
  readonly talkMs: number
  readonly settleWithinMs: number
}

/** Rate, latency and load while rooms talk. */
export interface Talk {
  readonly perCpuSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Share of a core, by process. */
  readonly busy: Numbers
}

export interface Joins {
  /** Joins until the last seat that the opponent has seen. */
  readonly perSecond: number
  /** Milliseconds of a processor, by process. */
  readonly costMs: Numbers
}

export interface ChatMeasured {
  readonly paced: Talk
  readonly saturated: Talk
  readonly joins?: Joins
  readonly faults: readonly string[]
}

const MESSAGES_PER_SECOND = 4
const MS_PER_SECOND = 1_000
const MICROS_PER_MS = 1_000
const MICROS_PER_SECOND = 1_000_000

export interface ChatPlan {
  readonly target: ChatTarget
  readonly size: ChatSize
  /** Whether players of a room are on two servers or one. */
  readonly where: 'across' | 'together'
  readonly cookies: readonly string[]
  readonly origin: string
  readonly withJoins: boolean
}

/** Measures the servers of a target, then stops them. */
export async function measureChat(plan: ChatPlan): Promise<ChatMeasured> {
  const generator = startWorker<Orders>('chat/generator-main')
  try {
    const stage = createStage(plan, generator)
    const measured = await measureRunning(stage, plan)
    const faults = faultsOf(await generator.ask('hush', null))
    await generator.ask('leave', null)
    await stage.settle('leaving')
    return { ...measured, faults: [...stage.faults, ...faults] }
  } finally {
    await generator.stop()
    await plan.target.stop()
  }
}

interface Stage {
  readonly generator: Worker<Orders>
  readonly processes: ChatTarget['processes']
  readonly faults: string[]
  settle(after: string): Promise<void>
  inWindow<T>(name: string, work: () => Promise<T>): Promise<T>
}

function createStage({ target, size: { settleWithinMs } }: ChatPlan, generator: Worker<Orders>): Stage {
  const faults: string[] = []
  return {
    generator,
    processes: target.processes,
    faults,
    async settle(after) {
      await untilNone('rooms are not paired', () => generator.ask('unpaired', null), settleWithinMs)
      const fault = await untilAtRest(target.processes, settleWithinMs)
      if (fault) faults.push(`after ${after} ${fault}`)
    },
    async inWindow(name, work) {
      const close = await target.openWindow()
      try {
        return await work()
      } finally {
        faults.push(...(await close()).map((fault) => `while ${name} ${fault}`))
      }
    },
  }
}

async function measureRunning(
  stage: Stage,
  { target: { servers, protocol }, where, cookies, origin, withJoins, size }: ChatPlan,
): Promise<Omit<ChatMeasured, 'faults'>> {
  const { joins: range, pacedRooms, saturatedRooms } = size
  const player = (index: number): PlayerPlan => ({
    server: servers[where === 'together' ? 0 : index % servers.length] ?? '',
    headers: protocol === 'kla' ? { cookie: cookies[index] ?? '', origin } : {},
  })
  let seated = 0
  const fillTo = async (rooms: number): Promise<number> => {
    const startedAt = performance.now()
    const numbers = Array.from({ length: Math.max(0, rooms - seated) }, (_, at) => seated + at)
    await stage.generator.ask(
      'seat',
      numbers.map((number) => ({ number, protocol, players: [player(number * 2), player(number * 2 + 1)] as const })),
    )
    seated += numbers.length
    const seconds = (performance.now() - startedAt) / MS_PER_SECOND
    await stage.settle(`seating ${seated * 2} players`)
    return seconds
  }
  const measureJoins = async (): Promise<Joins> => {
    await fillTo(range.from / 2)
    const count = range.to - range.from
    const before = await cpuMicrosByName(stage.processes)
    const seconds = await stage.inWindow('joining', () => fillTo(range.to / 2))
    const spent = difference(await cpuMicrosByName(stage.processes), before)
    return { perSecond: count / seconds, costMs: dividedBy(spent, count * MICROS_PER_MS) }
  }

  await fillTo(pacedRooms)
  const atPace = { rooms: pacedRooms, messagesPerSecond: MESSAGES_PER_SECOND }
  const paced = await stage.inWindow('talking at a pace', () => talk(stage, size, atPace))
  const joins = withJoins ? await measureJoins() : undefined
  await fillTo(saturatedRooms)
  const saturated = await stage.inWindow('talking saturated', () => talk(stage, size, { rooms: saturatedRooms }))
  return { paced, saturated, ...(joins && { joins }) }
}

async function talk({ generator, processes }: Stage, { warmMs, talkMs }: ChatSize, order: TalkOrder): Promise<Talk> {
  await generator.ask('talk', order)
  await sleep(warmMs)
  const before = await cpuMicrosByName(processes)
  await generator.ask('mark', null)
  const startedAt = performance.now()
  await sleep(talkMs)
  const { deliveries, ...latency } = await generator.ask('mark', null)
  const seconds = (performance.now() - startedAt) / MS_PER_SECOND
  const spent = difference(await cpuMicrosByName(processes), before)
  await generator.ask('hush', null)
  return {
    ...latency,
    perCpuSecond: deliveries / (total(spent) / MICROS_PER_SECOND),
    busy: dividedBy(spent, MICROS_PER_SECOND * seconds),
  }
}

function faultsOf({ written, refused, faults, troubles }: Silence): string[] {
  const counted = Object.entries({
    lost: faults.lost,
    duplicated: faults.doubled,
    'in a wrong room': faults.wrongRoom,
    'out of order': faults.outOfOrder,
  })
  const wrong = counted.filter(([, count]) => count > 0).map(([what, count]) => `${count} deliveries ${what}`)
  if (refused > 0) wrong.push(`${refused} messages refused`)
  return [...wrong.map((what) => `${what}, of ${written} messages`), ...troubles]
}
