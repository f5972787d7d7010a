import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '@kla/local'
import { cpuMicrosByName, type NamedProcesses, processesOf } from '../measure/machine.js'
import { difference, dividedBy, type Numbers, total } from '../measure/numbers.js'
import { untilAtRest } from '../measure/rest.js'
import { openWindow, textsOf } from '../measure/window.js'
import { startWorker, type Worker } from '../measure/workers.js'
import type { Orders, PlayerPlan, Silence, TalkOrder } from './orders.js'

export interface ChatSize {
  readonly pacedRooms: number
  /** More than servers keep up with. */
  readonly saturatedRooms: number
  /** Joins are measured while the players grow from the first number to the second. */
  readonly joins: { readonly from: number; readonly to: number }
  /** Compilation. */
  readonly warmMs: number
  readonly talkMs: number
  /** Pairing is over and the servers are at rest within this, or the round fails. */
  readonly settleWithinMs: number
}

export interface Talk {
  readonly perCpuSecond: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Share of a core, by process. */
  readonly busy: Numbers
}

export interface Joins {
  /** Connected, authenticated and in a room: from the first connection to the last seat that the other player has seen. */
  readonly perSecond: number
  /** Milliseconds of a processor for a join, by process. */
  readonly costMs: Numbers
}

export interface ChatMeasured {
  readonly paced: Talk
  readonly saturated: Talk
  /** Absent where both players are on one gateway. */
  readonly joins?: Joins
  readonly faults: readonly string[]
}

export const GATEWAYS = 2
const MESSAGES_PER_SECOND = 4
const LOOK_EVERY_MS = 100
const MS_PER_SECOND = 1_000
const MICROS_PER_MS = 1_000
const MICROS_PER_SECOND = 1_000_000

/** Where the two players of a room are: on two gateways, with joins measured, or on one. */
export type Where = 'across' | 'together'

/** Measures on fresh gateways: an old one keeps the memory of ten thousand connections. */
export async function measureChat(
  platform: Platform,
  cookies: readonly string[],
  where: Where,
  size: ChatSize,
): Promise<ChatMeasured> {
  await Promise.all(platform.running('gateway').map((gateway) => platform.stop(gateway)))
  for (let gateway = 0; gateway < GATEWAYS; gateway++) await platform.start('gateway')
  const generator = startWorker<Orders>('chat/generator-main')
  try {
    const stage = await createStage(platform, generator, size)
    const measured = await measureRunning(stage, planFor(platform, cookies, where), where, size)
    const faults = [...stage.faults, ...faultsOf(await generator.ask('hush', null))]
    await generator.ask('leave', null)
    await stage.settle('leaving')
    return { ...measured, faults: faults.map((fault) => `${where}: ${fault}`) }
  } finally {
    await generator.stop()
  }
}

type PlanPlayer = (player: number) => PlayerPlan

function planFor(platform: Platform, cookies: readonly string[], where: Where): PlanPlayer {
  // Socket listeners, which a route in a cluster reaches directly.
  const gateways = platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)
  return (player) => ({
    server: gateways[where === 'together' ? 0 : player % GATEWAYS] ?? '',
    headers: { cookie: cookies[player] ?? '', origin: platform.url },
  })
}

/** What is measured begins from rest, and counts only if nothing went wrong meanwhile. */
interface Stage {
  readonly generator: Worker<Orders>
  readonly processes: NamedProcesses
  readonly faults: string[]
  settle(after: string): Promise<void>
  inWindow<T>(name: string, work: () => Promise<T>): Promise<T>
}

async function createStage(
  platform: Platform,
  generator: Worker<Orders>,
  { settleWithinMs }: ChatSize,
): Promise<Stage> {
  const processes = await processesOf(platform)
  const faults: string[] = []
  return {
    generator,
    processes,
    faults,
    async settle(after) {
      const fault = (await untilPaired(generator, settleWithinMs)) ?? (await untilAtRest(processes, settleWithinMs))
      if (fault) faults.push(`after ${after} ${fault}`)
    },
    async inWindow(name, work) {
      const window = await openWindow(platform)
      try {
        return await work()
      } finally {
        faults.push(...textsOf(await window.close()).map((fault) => `while ${name} ${fault}`))
      }
    },
  }
}

async function untilPaired(generator: Worker<Orders>, withinMs: number): Promise<string | undefined> {
  const until = performance.now() + withinMs
  for (;;) {
    const unpaired = await generator.ask('unpaired', null)
    if (unpaired === 0) return undefined
    if (performance.now() > until) return `${unpaired} rooms were not paired within ${withinMs / MS_PER_SECOND} s`
    await sleep(LOOK_EVERY_MS)
  }
}

async function measureRunning(
  stage: Stage,
  plan: PlanPlayer,
  where: Where,
  size: ChatSize,
): Promise<Omit<ChatMeasured, 'faults'>> {
  const { joins: range, pacedRooms, saturatedRooms } = size
  let seated = 0
  /** Resolves to the seconds from the first connection to the last seat. */
  const fillTo = async (rooms: number): Promise<number> => {
    const startedAt = performance.now()
    const numbers = Array.from({ length: Math.max(0, rooms - seated) }, (_, at) => seated + at)
    await stage.generator.ask(
      'seat',
      numbers.map((number) => ({ number, players: [plan(number * 2), plan(number * 2 + 1)] as const })),
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
  const joins = where === 'across' ? await measureJoins() : undefined
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
    perSecond: deliveries / seconds,
    busy: dividedBy(spent, MICROS_PER_SECOND * seconds),
  }
}

function faultsOf({ written, refused, faults, troubles }: Silence): string[] {
  const counted = Object.entries({
    lost: faults.lost,
    doubled: faults.doubled,
    'in a wrong room': faults.wrongRoom,
    'out of order': faults.outOfOrder,
  })
  const wrong = counted.filter(([, count]) => count > 0).map(([what, count]) => `${count} deliveries ${what}`)
  if (refused > 0) wrong.push(`${refused} messages refused`)
  return [...wrong.map((what) => `${what}, of ${written} messages`), ...troubles]
}
