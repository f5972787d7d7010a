import { setTimeout as sleep } from 'node:timers/promises'
import { type Platform, startPlatform } from '@kla/local'
import { type Figure, OURS, type Part } from '../frame/part.js'
import { cpuMicrosByName, processesOf } from '../measure/machine.js'
import { difference, dividedBy, spreadOf } from '../measure/numbers.js'
import { type Mishaps, openWindow, textsOf } from '../measure/window.js'
import { startWorker, type Worker } from '../measure/workers.js'
import type { PlayersTasks } from './players-main.js'
import type { TallyReport } from './tally.js'

/** The size of the run. */
interface Size {
  readonly gateways: number
  readonly rooms: number
  /** After so many rounds the players finish, vote and start over. */
  readonly rounds: number
  readonly chatEveryMs: number
  /** Whole rounds spread phases evenly. */
  readonly beginOverMs: number
  readonly settleMs: number
  readonly windowMs: number
  readonly environment: NodeJS.ProcessEnv
}

/** The product's own durations; eleven rounds are the eight minutes of `bench/assumptions.json`. */
const FULL: Size = {
  gateways: 2,
  rooms: 4_000,
  rounds: 11,
  chatEveryMs: 10_000,
  beginOverMs: 86_000,
  settleMs: 20_000,
  windowMs: 60_000,
  environment: {},
}

const QUICK: Size = {
  gateways: 2,
  rooms: 20,
  rounds: 2,
  chatEveryMs: 1_000,
  beginOverMs: 1_000,
  settleMs: 1_000,
  windowMs: 6_000,
  environment: { BATTLE_PROMPT_MS: '3000', BATTLE_SHOW_MS: '2000', BATTLE_VOTE_MS: '3000', BATTLE_RESULT_MS: '500' },
}

export const battlesPart: Part = {
  name: 'battles',
  async run({ runs, quick, say }) {
    const size = quick ? QUICK : FULL
    const platform = await startPlatform({
      processes: { gateway: size.gateways },
      environment: { LOG_LEVEL: 'warn', ...size.environment },
    })
    const gateways = platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)
    const workers = gateways.map(() => startWorker<PlayersTasks>('battles/players-main'))
    try {
      await fill(workers, gateways, platform.url, size, say)
      const windows: BattlesWindow[] = []
      for (let run = 1; run <= runs; run++) windows.push(await measureWindow(platform, workers, size))
      const found = await Promise.all(workers.map((worker) => worker.ask('finish', null)))
      const faults = [
        ...found.flatMap((of) => Object.entries(of).map(([what, times]) => `${times} ${what}`)),
        ...windows.flatMap(({ mishaps }, at) => textsOf(mishaps).map((text) => `round ${at + 1}: ${text}`)),
      ]
      return { figures: figuresOf(size, windows), faults, notes: notesOf(size, windows) }
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
      await platform.close()
    }
  },
}

/** Players of a room share a gateway, as steering does. */
async function fill(
  workers: readonly Worker<PlayersTasks>[],
  gateways: readonly string[],
  url: string,
  { rooms, rounds, beginOverMs, chatEveryMs, settleMs }: Size,
  say: (line: string) => void,
): Promise<void> {
  const all = (work: (worker: Worker<PlayersTasks>, at: number) => Promise<void>): Promise<void[]> =>
    Promise.all(workers.map(work))
  const firstOf = (at: number): number => Math.round((at * rooms) / workers.length)
  say(`Signing ${2 * rooms} people in`)
  await all((worker, at) => worker.ask('signIn', { url, from: firstOf(at), to: firstOf(at + 1) }))
  say(`Seating them in ${rooms} rooms`)
  await all((worker, at) => worker.ask('seat', { gateway: gateways[at] ?? '', rounds }))
  say('Beginning their battles')
  await all((worker) => worker.ask('begin', { overMs: beginOverMs, chatEveryMs }))
  await sleep(settleMs)
}

interface BattlesWindow {
  readonly cpu: Readonly<Record<string, number>>
  readonly playersCores: number
  readonly seen: readonly TallyReport[]
  readonly mishaps: Mishaps
}

async function measureWindow(
  platform: Platform,
  workers: readonly Worker<PlayersTasks>[],
  { windowMs, rooms }: Size,
): Promise<BattlesWindow> {
  const processes = await processesOf(platform)
  const players = Object.fromEntries(workers.map(({ pid }) => [`players-${pid}`, pid]))
  const take = async (): Promise<{ cpu: Record<string, number>; atMs: number }> => ({
    cpu: await cpuMicrosByName({ ...processes, ...players }),
    atMs: performance.now(),
  })
  const window = await openWindow(platform)
  await Promise.all(workers.map((worker) => worker.ask('beginWindow', null)))
  const before = await take()
  await sleep(windowMs)
  const after = await take()
  const seen = await Promise.all(workers.map((worker) => worker.ask('endWindow', null)))
  const seconds = (after.atMs - before.atMs) / 1_000
  const spent = Object.entries(difference(after.cpu, before.cpu))
  const byPlayers = spent.filter(([name]) => name in players).reduce((sum, [, micros]) => sum + micros, 0)
  const byPlatform = spent.filter(([name]) => name in processes)
  return {
    cpu: dividedBy(Object.fromEntries(byPlatform), rooms * seconds),
    playersCores: byPlayers / (seconds * 1e6),
    seen,
    mishaps: await window.close(),
  }
}

/** About 5,900 battles a core. */
const MOST_MICROS = 170

function figuresOf({ rooms }: Size, windows: readonly BattlesWindow[]): Figure[] {
  const figure = (name: string, unit: string, values: number[], target?: Figure['target']): Figure => ({
    name: `${name}, ${rooms.toLocaleString('en-US')} whole battles`,
    unit,
    values: { [OURS]: values },
    ...(target ? { target } : {}),
  })
  const worst = (read: (seen: TallyReport) => number): number[] =>
    windows.map(({ seen }) => Math.max(...seen.map(read)))
  return [
    figure('CPU a battle and second, all processes', 'µs', windows.map(cpuOf), { better: 'less', own: MOST_MICROS }),
    figure(
      'phase lateness p99 at players',
      'ms',
      worst(({ lateness }) => lateness.p99),
    ),
    figure(
      'chat line to the other player p50',
      'ms',
      worst(({ lineTimes }) => lineTimes.p50),
    ),
    figure(
      'chat line to the other player p99',
      'ms',
      worst(({ lineTimes }) => lineTimes.p99),
    ),
  ]
}

const cpuOf = ({ cpu }: BattlesWindow): number => Object.values(cpu).reduce((sum, micros) => sum + micros, 0)

function notesOf({ rooms, windowMs }: Size, windows: readonly BattlesWindow[]): string[] {
  const names = [...new Set(windows.flatMap(({ cpu }) => Object.keys(cpu)))]
  const shares = names
    .map((name) => ({ name, micros: spreadOf(windows.map(({ cpu }) => cpu[name] ?? 0)).median }))
    .sort((one, other) => other.micros - one.micros)
    .map(({ name, micros }) => `${name} ${micros.toFixed(1)}`)
  const perSecond = (read: (seen: TallyReport) => number): string => {
    const sums = windows.map(({ seen }) => seen.reduce((sum, one) => sum + read(one), 0))
    return ((spreadOf(sums).median * 1_000) / windowMs).toFixed(1)
  }
  const players = spreadOf(windows.map(({ playersCores }) => playersCores)).median
  return [
    `Microseconds for each of ${rooms.toLocaleString('en-US')} battles and second: ${shares.join(', ')}.`,
    `Each second brought ${perSecond(({ lines }) => lines)} chat lines, ${perSecond(({ picks }) => picks)} picks, ` +
      `${perSecond(({ battlesEnded }) => battlesEnded)} battles that ended and began anew, and ` +
      `${perSecond(({ frames }) => frames)} frames to players, whose processes used ${players.toFixed(2)} of a core; ` +
      `${perSecond(({ repeats }) => repeats)} commands were repeated, and ` +
      `${perSecond(({ tooLate }) => tooLate)} came too late.`,
  ]
}
