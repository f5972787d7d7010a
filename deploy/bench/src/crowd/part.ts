import { setTimeout as sleep } from 'node:timers/promises'
import { type Platform, PROCESSES_MAX, type ServiceProcess } from '@kla/local'
import type { Figure, Measured, Part, PartOptions } from '../frame/part.js'
import { copyPlayers } from '../measure/copied-players.js'
import { cpuMicrosByName, processesOf, residentBytesByName } from '../measure/machine.js'
import { difference, dividedBy, spreadOfTimes, total } from '../measure/numbers.js'
import { sharesOver, untilAtRest, untilNone } from '../measure/rest.js'
import { openWindow } from '../measure/window.js'
import { startWorker, type Worker } from '../measure/workers.js'
import type { CrowdCount, CrowdReport, CrowdRoom, CrowdTasks } from './players-main.js'
import { type CrowdSize, crowdSizeFor, readFileLimit } from './size.js'

const QUICK = { players: 400, toKill: 200 }
const BATTLES = { full: 50, quick: 5 }
/** Short phases soon show that a battle goes on. */
const PHASES = { BATTLE_PROMPT_MS: '5000', BATTLE_SHOW_MS: '10000' }
const ROUND_MS = 15_000
/** Time in which gateways let all players of battles know that they need not spread (`return-spread.ts`). */
const SPREAD_KNOWN_MS = { full: 10_000, quick: 500 }
const ROOMS_AT_ONCE = 32
const SETTLE_WITHIN_MS = 120_000
const REST_MS = { full: 30_000, quick: 2_000 }
/** Much longer than the grace. */
const RETURN_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 250
const MS_PER_SECOND = 1_000
const MICROS_PER_MS = 1_000
const KIB = 1_024

/** Seats a crowd, lets it rest, kills a gateway, and waits until all sit again. */
export const crowdPart: Part = {
  name: 'crowd',
  async measure(options) {
    const { startPlatform, quick, crowd, say } = options
    const size = crowdSizeFor(await readFileLimit(), { ...(quick && QUICK), ...crowd }, PROCESSES_MAX.gateway)
    const environment = { LOG_LEVEL: 'warn', ...PHASES }
    const platform = await startPlatform({ environment, processes: { gateway: size.gateways } })
    const workers = Array.from({ length: size.generators }, () => startWorker<CrowdTasks>('crowd/players-main'))
    try {
      say(`Making ${size.players} accounts`)
      const cookies = await copyPlayers(platform, size.players)
      return await measureCrowd(platform, workers, cookies, size, options)
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
      await platform.close()
    }
  },
}

async function measureCrowd(
  platform: Platform,
  workers: readonly Worker<CrowdTasks>[],
  cookies: readonly string[],
  size: CrowdSize,
  { quick, say }: PartOptions,
): Promise<Measured> {
  const all = <T>(ask: (worker: Worker<CrowdTasks>, at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(workers.map(ask))
  const count = async (): Promise<CrowdCount> => sumOf(await all((worker) => worker.ask('count', null)))
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
  const [closeWindow, emptyBytes] = [await openWindow(platform), await resident()]
  say(`Seating ${size.players} players`)
  const battles = Math.min(quick ? BATTLES.quick : BATTLES.full, size.toKill / 2)
  const rooms = roomsOf(size, battles, cookies, [victim, ...others].map(addressOf))
  const seatingAtMs = performance.now()
  await all((worker, at) =>
    worker.ask('seat', {
      rooms: rooms.filter(({ number }) => number % workers.length === at),
      atOnce: Math.ceil(ROOMS_AT_ONCE / workers.length),
      origin: platform.url,
      network: `127.0.${at + 1}`,
    }),
  )
  const joinsPerSecond = size.players / ((performance.now() - seatingAtMs) / MS_PER_SECOND)
  const unpaired = async (): Promise<number> =>
    (await all((worker) => worker.ask('unpaired', null))).reduce((sum, one) => sum + one, 0)
  await untilNone('rooms are not paired', unpaired, SETTLE_WITHIN_MS)
  await settle('seating the players')
  const kibEach = ((await resident()) - emptyBytes) / size.players / KIB
  const shares = await sharesOver(processes, quick ? REST_MS.quick : REST_MS.full)
  faults.push(...(await closeWindow()).map((fault) => `until the kill ${fault}`))
  const { seated } = await count()
  if (seated < size.players) faults.push(`${size.players - seated} players did not keep their seats at rest`)

  say(`Beginning ${battles} battles, then killing ${victim.name} with ${size.toKill} players`)
  await all((worker) => worker.ask('battle', null))
  await sleep(quick ? SPREAD_KNOWN_MS.quick : SPREAD_KNOWN_MS.full)
  await all((worker) =>
    worker.ask('gone', { gateway: addressOf(victim), others: others.map(addressOf), atMs: Date.now() }),
  )
  const { [victim.name]: _killed, ...survivors } = processes
  const left = { ...survivors, ...Object.fromEntries(workers.map(({ pid }, at) => [`players-${at + 1}`, pid])) }
  const spentBefore = await cpuMicrosByName(left)
  await platform.kill(victim)
  const until = performance.now() + RETURN_WITHIN_MS
  while ((await count()).away > 0 && performance.now() < until) await sleep(LOOK_EVERY_MS)
  const spent = difference(await cpuMicrosByName(left), spentBefore)
  await all((worker) => worker.ask('watchBattles', null))
  await sleep(ROUND_MS)
  const reports = await all((worker) => worker.ask('report', null))
  await all((worker) => worker.ask('stop', null))
  const { figures, ...outcome } = outcomeOf(reports, size)
  return {
    figures: [
      { name: 'memory of the gateways, each connection', unit: 'KiB', value: kibEach, most: 8 },
      { name: 'CPU at rest, all services and stores', unit: 'of a core', value: total(shares), most: 0.25 },
      { name: 'connect, authenticate and join, while they are seated', unit: 'a second', value: joinsPerSecond },
      ...figures,
    ],
    faults: [...faults, ...outcome.faults],
    amounts: {
      'at rest, of a core': shares,
      'a return, ms of a processor': dividedBy(spent, size.toKill * MICROS_PER_MS),
      ...outcome.amounts,
    },
    notes: [
      `${size.players} players of ${size.generators} processes on ${size.gateways} gateways; ` +
        `one with ${size.toKill} is killed`,
    ],
  }
}

const addressOf = ({ slot }: ServiceProcess): string => `http://127.0.0.1:${slot.realtime}`

/** Puts the first rooms on the gateway to be killed; the first of them battle. */
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

const sumOf = (counts: readonly CrowdCount[]): CrowdCount =>
  counts.reduce(
    (sum, { seated, away, lost }) => ({ seated: sum.seated + seated, away: sum.away + away, lost: sum.lost + lost }),
    { seated: 0, away: 0, lost: 0 },
  )

/** Judges the return: how long it took, and what was lost. */
export function outcomeOf(
  reports: readonly CrowdReport[],
  { toKill }: Pick<CrowdSize, 'toKill'>,
): Pick<Measured, 'figures' | 'faults' | 'amounts'> {
  const { away, lost } = sumOf(reports)
  const seatsLost = away + lost
  const sum = (read: (report: CrowdReport) => number): number => reports.reduce((so, report) => so + read(report), 0)
  const [battlesLost, lostAtRest] = [sum((one) => one.battlesLost), sum((one) => one.returnsAtRest)]
  const times = spreadOfTimes(reports.flatMap(({ returnsMs }) => returnsMs))
  const figure = (name: string, ms: number): Figure => ({
    name: `${toKill} players of a killed gateway: ${name}`,
    unit: 's',
    value: ms / MS_PER_SECOND,
  })
  const counted: readonly (readonly [number, string])[] = [
    [lostAtRest, 'connections were lost before the kill'],
    [seatsLost, 'seats were lost by the kill'],
    [battlesLost, 'battles were ended or stopped by the kill'],
  ]
  const causes: Record<string, number> = {}
  for (const [why, times] of reports.flatMap((report) => Object.entries(report.causes))) {
    causes[why] = (causes[why] ?? 0) + times
  }
  return {
    figures: [
      figure('all in battles sit again', Math.max(0, ...reports.flatMap((report) => report.battleReturnsMs))),
      figure('half sit again', times.p50),
      figure('99% sit again', times.p99),
      { ...figure('all sit again', seatsLost > 0 ? Infinity : times.max), most: 20 },
    ],
    faults: counted.flatMap(([times, what]) => (times > 0 ? [`${times} ${what}`] : [])),
    amounts: {
      'connections ended after the kill': causes,
      "lateness of the players' processes, ms": Object.fromEntries(
        reports.map(({ lateMs }, at) => [`players-${at + 1}`, lateMs]),
      ),
    },
  }
}
