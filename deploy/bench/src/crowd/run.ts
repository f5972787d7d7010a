import { setTimeout as sleep } from 'node:timers/promises'
import { type Platform, type ServiceProcess, startPlatform } from '@kla/local'
import { copyPlayers } from '../measure/copied-players.js'
import type { CrowdSize } from '../measure/file-limit.js'
import { cpuMicrosByName, processesOf, residentBytesByName } from '../measure/machine.js'
import { difference, dividedBy, type Numbers, spreadOfTimes, total } from '../measure/numbers.js'
import { untilAtRest } from '../measure/rest.js'
import { openWindow, textsOf } from '../measure/window.js'
import { startWorker, type Worker } from '../measure/workers.js'
import type { CrowdCount, CrowdReport, CrowdRoom, CrowdTasks } from './players-main.js'

export interface CrowdRunOptions {
  readonly size: CrowdSize
  /** Of players of the killed gateway. */
  readonly battles: number
  readonly isQuick: boolean
  readonly say: (line: string) => void
}

export interface ReturnTimes {
  readonly p50S: number
  readonly p99S: number
  /** Until the last sits again; Infinity while a player is missing. */
  readonly allS: number
}

export interface CrowdRun {
  readonly joinsPerSecond: number
  readonly kibEach: number
  readonly restCores: number
  readonly restShares: Numbers
  readonly returns: ReturnTimes
  readonly seatsLost: number
  readonly battlesLost: number
  readonly faults: readonly string[]
  readonly notes: readonly string[]
}

/** Short phases, so that each battle shows soon that it goes on. */
const PHASES = { BATTLE_PROMPT_MS: '5000', BATTLE_SHOW_MS: '10000' }
const ROUND_MS = 15_000
const ROOMS_AT_ONCE = 32
const SETTLE_WITHIN_MS = 120_000
const REST_MS = { full: 30_000, quick: 2_000 }
/** Much more than the grace: who has no seat by then has none. */
const RETURN_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 250
const MS_PER_SECOND = 1_000
const MICROS_PER_SECOND = 1_000_000
const MICROS_PER_MS = 1_000
/** Milliseconds of a processor. */
const WORTH_A_WORD = 0.02

export async function runCrowd(options: CrowdRunOptions): Promise<CrowdRun> {
  const { size, say } = options
  const environment = { LOG_LEVEL: 'warn', ...PHASES }
  const platform = await startPlatform({ environment, processes: { gateway: size.gateways } })
  const workers = Array.from({ length: size.generators }, () => startWorker<CrowdTasks>('crowd/players-main'))
  try {
    say(`Making ${size.players} accounts`)
    const cookies = await copyPlayers(platform, size.players)
    return await measureCrowd(platform, workers, cookies, options)
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
    await platform.close()
  }
}

async function measureCrowd(
  platform: Platform,
  workers: readonly Worker<CrowdTasks>[],
  cookies: readonly string[],
  { size, battles, isQuick, say }: CrowdRunOptions,
): Promise<CrowdRun> {
  const all = <T>(ask: (worker: Worker<CrowdTasks>, at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(workers.map(ask))
  const faults: string[] = []
  const gateways = platform.running('gateway')
  const [victim, ...others] = [...gateways].reverse() as [ServiceProcess, ...ServiceProcess[]]
  const processes = await processesOf(platform)
  const resident = async (): Promise<number> =>
    total(await residentBytesByName(Object.fromEntries(gateways.map(({ name, pid }) => [name, pid]))))
  const settle = async (after: string): Promise<void> => {
    const why = await untilAtRest(processes, SETTLE_WITHIN_MS)
    if (why) faults.push(`after ${after} ${why}`)
  }

  await settle('the start')
  const [window, emptyBytes] = [await openWindow(platform), await resident()]
  say(`Seating ${size.players} players`)
  const rooms = roomsOf(size, battles, cookies, [victim, ...others].map(addressOf))
  const seatingAtMs = performance.now()
  await all((worker, at) =>
    worker.ask('seat', {
      rooms: rooms.filter(({ number }) => number % workers.length === at),
      atOnce: Math.ceil(ROOMS_AT_ONCE / workers.length),
      origin: platform.url,
      localAddress: `127.0.0.${FIRST_ADDRESS + at}`,
    }),
  )
  const joinsPerSecond = size.players / ((performance.now() - seatingAtMs) / 1_000)
  await untilPaired(workers)
  await settle('seating the players')
  const kibEach = ((await resident()) - emptyBytes) / size.players / 1_024
  const restShares = await sharesOver(processes, isQuick ? REST_MS.quick : REST_MS.full)
  faults.push(...textsOf(await window.close()).map((fault) => `until the kill ${fault}`))
  const before = sumOfCounts(await all((worker) => worker.ask('count', null)))
  if (before.seated < size.players)
    faults.push(`${size.players - before.seated} players did not keep their seats at rest`)

  say(`Beginning ${battles} battles, then killing ${victim.name} with ${size.toKill} players`)
  await all((worker) => worker.ask('battle', null))
  await all((worker) =>
    worker.ask('gone', { gateway: addressOf(victim), others: others.map(addressOf), atMs: Date.now() }),
  )
  const survivors: Platform = { ...platform, running: (service) => without(victim, platform.running(service)) }
  const afterKill = await openWindow(survivors)
  const left = {
    ...(await processesOf(survivors)),
    ...Object.fromEntries(workers.map(({ pid }, at) => [`players-${at + 1}`, pid])),
  }
  const spentBefore = await cpuMicrosByName(left)
  await platform.kill(victim)
  await untilBack(workers, say)
  const returnCostMs = dividedBy(difference(await cpuMicrosByName(left), spentBefore), size.toKill * MICROS_PER_MS)
  await all((worker) => worker.ask('watchBattles', null))
  await sleep(ROUND_MS)
  const reports = await all((worker) => worker.ask('report', null))
  const [outcome, mishaps] = [outcomeOf(reports), await afterKill.close()]
  const lostAtRest = reports.reduce((sum, { returnsAtRest }) => sum + returnsAtRest, 0)
  if (lostAtRest > 0) faults.push(`${lostAtRest} connections were lost before the kill`)
  if (outcome.seatsLost > 0) faults.push(`${outcome.seatsLost} seats were lost by the kill`)
  if (outcome.battlesLost > 0) faults.push(`${outcome.battlesLost} battles were ended or stopped by the kill`)
  faults.push(...textsOf({ ...mishaps, complaints: [] }))
  await all((worker) => worker.ask('stop', null))
  return {
    joinsPerSecond,
    kibEach,
    restShares,
    restCores: total(restShares),
    faults,
    ...outcome,
    // The services may complain about a gateway that is gone.
    notes: [...lossesOf(reports), endedText(reports), costText(returnCostMs), ...textsOf({ ...mishaps, lapsed: [] })],
  }
}

/** 127.0.0.1 is the servers'. */
const FIRST_ADDRESS = 2

const addressOf = ({ slot }: ServiceProcess): string => `http://127.0.0.1:${slot.realtime}`
const without = (one: ServiceProcess, all: readonly ServiceProcess[]): readonly ServiceProcess[] =>
  all.filter(({ pid }) => pid !== one.pid)

/** The first rooms are on the first gateway, the one to be killed, and battle. */
export function roomsOf(
  { toKill }: Pick<CrowdSize, 'toKill'>,
  battles: number,
  cookies: readonly string[],
  [victim = '', ...others]: readonly string[],
): CrowdRoom[] {
  return Array.from({ length: Math.floor(cookies.length / 2) }, (_, number) => ({
    number,
    gateway: number < toKill / 2 ? victim : (others[number % others.length] ?? ''),
    cookies: [cookies[number * 2] ?? '', cookies[number * 2 + 1] ?? ''],
    plays: number < battles,
  }))
}

async function untilPaired(workers: readonly Worker<CrowdTasks>[]): Promise<void> {
  const until = performance.now() + SETTLE_WITHIN_MS
  for (;;) {
    const counts = await Promise.all(workers.map((worker) => worker.ask('unpaired', null)))
    const unpaired = counts.reduce((sum, count) => sum + count, 0)
    if (unpaired === 0) return
    if (performance.now() > until)
      throw new Error(`${unpaired} rooms were not paired within ${SETTLE_WITHIN_MS / 1_000} s`)
    await sleep(LOOK_EVERY_MS)
  }
}

async function sharesOver(processes: Readonly<Record<string, number>>, restMs: number): Promise<Numbers> {
  const [before, startedAt] = [await cpuMicrosByName(processes), performance.now()]
  await sleep(restMs)
  const spent = difference(await cpuMicrosByName(processes), before)
  return dividedBy(spent, ((performance.now() - startedAt) / 1_000) * MICROS_PER_SECOND)
}

/** Until nobody is on the way any more. */
async function untilBack(workers: readonly Worker<CrowdTasks>[], say: (line: string) => void): Promise<void> {
  const until = performance.now() + RETURN_WITHIN_MS
  for (let saidAt = performance.now(); performance.now() < until;) {
    await sleep(LOOK_EVERY_MS)
    const count = sumOfCounts(await Promise.all(workers.map((worker) => worker.ask('count', null))))
    if (count.away === 0) return
    if (performance.now() - saidAt < SAY_EVERY_MS) continue
    say(`${count.away} players are on their way, ${count.lost} have lost their seats`)
    saidAt = performance.now()
  }
}

const SAY_EVERY_MS = 5_000

const sumOfCounts = (counts: readonly CrowdCount[]): CrowdCount =>
  counts.reduce(
    (sum, { seated, away, lost }) => ({ seated: sum.seated + seated, away: sum.away + away, lost: sum.lost + lost }),
    { seated: 0, away: 0, lost: 0 },
  )

function outcomeOf(reports: readonly CrowdReport[]): Pick<CrowdRun, 'returns' | 'seatsLost' | 'battlesLost'> {
  const { away, lost } = sumOfCounts(reports)
  const battles = reports.map(({ battlesEnded, battlesStill }) => Math.max(battlesEnded, battlesStill))
  return {
    returns: summaryOfReturns(
      reports.flatMap(({ returnsMs }) => returnsMs),
      away + lost,
    ),
    seatsLost: away + lost,
    battlesLost: battles.reduce((sum, count) => sum + count, 0),
  }
}

/** `timesMs`: from the loss to the seat, one for each player that came back. `missing`: those that have not. */
export function summaryOfReturns(timesMs: readonly number[], missing: number): ReturnTimes {
  const { p50, p99, max } = spreadOfTimes(timesMs)
  return { p50S: p50 / MS_PER_SECOND, p99S: p99 / MS_PER_SECOND, allS: missing > 0 ? Infinity : max / MS_PER_SECOND }
}

const lossesOf = (reports: readonly CrowdReport[]): string[] =>
  reports.flatMap(({ losses }) => Object.entries(losses).map(([why, times]) => `${times} seats were lost by ${why}`))

/** Also those of gateways that were not killed. */
function endedText(reports: readonly CrowdReport[]): string {
  const ended = new Map<string, number>()
  for (const report of reports) {
    for (const [why, times] of Object.entries(report.ended)) ended.set(why, (ended.get(why) ?? 0) + times)
  }
  const lateMs = Math.max(...reports.map((report) => report.lateMs))
  return `connections ended after the kill: ${[...ended].map(([why, times]) => `${times} by “${why}”`).join(', ')}; the players' processes were late by ${lateMs.toFixed(0)} ms at most`
}

/** What all do meanwhile is divided among those who come back. */
const costText = (returnCostMs: Numbers): string =>
  `a return takes, in ms of a processor: ${Object.entries(returnCostMs)
    .filter(([, ms]) => ms >= WORTH_A_WORD)
    .sort(([, one], [, other]) => other - one)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join(', ')}`
