import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '@kla/local'
import type { Figure, Measured, Part } from '../frame/part.js'
import { copiedName, copyPlayers } from '../measure/copied-players.js'
import { cpuMicrosByName, processesOf } from '../measure/machine.js'
import { difference, dividedBy, total } from '../measure/numbers.js'
import { openWindow } from '../measure/window.js'
import { startWorker, type Worker } from '../measure/workers.js'
import type { BattlePlayer, PlayersTasks } from './players-main.js'
import type { TallyReport } from './tally.js'

interface Size {
  readonly rooms: number
  /** Rounds until players finish, vote and start over. */
  readonly rounds: number
  readonly chatEveryMs: number
  readonly beginOverMs: number
  readonly settleMs: number
  readonly windowMs: number
  readonly environment: NodeJS.ProcessEnv
}

/** The product's own durations; eleven rounds are the eight minutes of `assumptions.json`. */
const FULL: Size = {
  rooms: 4_000,
  rounds: 11,
  chatEveryMs: 10_000,
  beginOverMs: 86_000,
  settleMs: 20_000,
  windowMs: 60_000,
  environment: {},
}

const QUICK: Size = {
  rooms: 20,
  rounds: 2,
  chatEveryMs: 1_000,
  beginOverMs: 1_000,
  settleMs: 1_000,
  windowMs: 6_000,
  environment: { BATTLE_PROMPT_MS: '3000', BATTLE_SHOW_MS: '2000', BATTLE_VOTE_MS: '3000', BATTLE_RESULT_MS: '500' },
}

const GATEWAYS = 2
/** Limit that allows about 5,900 battles a core. */
const MOST_MICROS = 170

/** Measures what a second of a whole battle costs. */
export const battlesPart: Part = {
  name: 'battles',
  async measure({ startPlatform, quick, say }) {
    const size = quick ? QUICK : FULL
    const environment = { LOG_LEVEL: 'warn', ...size.environment }
    const platform = await startPlatform({ environment, processes: { gateway: GATEWAYS } })
    const workers = Array.from({ length: GATEWAYS }, () => startWorker<PlayersTasks>('battles/players-main'))
    try {
      say(`Seating the players of ${size.rooms} rooms`)
      await fill(platform, workers, size)
      const measured = await measureWindow(platform, workers, size)
      const found = await Promise.all(workers.map((worker) => worker.ask('finish', null)))
      const faults = found.flatMap((of) => Object.entries(of).map(([what, times]) => `${times} ${what}`))
      return { ...measured, faults: [...measured.faults, ...faults] }
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
      await platform.close()
    }
  },
}

async function fill(
  platform: Platform,
  workers: readonly Worker<PlayersTasks>[],
  { rooms, rounds, beginOverMs, chatEveryMs, settleMs }: Size,
): Promise<void> {
  const cookies = await copyPlayers(platform, rooms * 2)
  const player = (index: number): BattlePlayer => ({ cookie: cookies[index] ?? '', name: copiedName(index) })
  const pairs = Array.from({ length: rooms }, (_, room) => [player(room * 2), player(room * 2 + 1)] as const)
  const gateways = platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)
  await Promise.all(
    workers.map((worker, at) =>
      worker.ask('seat', {
        gateway: gateways[at] ?? '',
        origin: platform.url,
        pairs: pairs.filter((_, room) => room % workers.length === at),
        rounds,
      }),
    ),
  )
  await Promise.all(workers.map((worker) => worker.ask('begin', { overMs: beginOverMs, chatEveryMs })))
  await sleep(settleMs)
}

async function measureWindow(
  platform: Platform,
  workers: readonly Worker<PlayersTasks>[],
  { windowMs, rooms }: Size,
): Promise<Measured> {
  const processes = await processesOf(platform)
  const close = await openWindow(platform)
  await Promise.all(workers.map((worker) => worker.ask('beginWindow', null)))
  const [before, startedAt] = [await cpuMicrosByName(processes), performance.now()]
  await sleep(windowMs)
  const spent = difference(await cpuMicrosByName(processes), before)
  const seconds = (performance.now() - startedAt) / 1_000
  const seen = await Promise.all(workers.map((worker) => worker.ask('endWindow', null)))
  const each = dividedBy(spent, rooms * seconds)
  const worst = (name: string, read: (seen: TallyReport) => number): Figure => ({
    name,
    unit: 'ms',
    value: Math.max(...seen.map(read)),
  })
  const rate = (read: (seen: TallyReport) => number): number =>
    Math.round(seen.reduce((sum, one) => sum + read(one), 0) / seconds)
  return {
    figures: [
      { name: 'CPU a battle and second, all processes', unit: 'µs', value: total(each), most: MOST_MICROS },
      worst('phase lateness p99 at players', ({ lateness }) => lateness.p99),
      worst('chat message to the other player p50', ({ lineTimes }) => lineTimes.p50),
      worst('chat message to the other player p99', ({ lineTimes }) => lineTimes.p99),
    ],
    faults: await close(),
    amounts: {
      [`of ${rooms} battles and second, µs`]: each,
      'each second': {
        'chat messages': rate(({ lines }) => lines),
        picks: rate(({ picks }) => picks),
        'battles ended': rate(({ battlesEnded }) => battlesEnded),
        frames: rate(({ frames }) => frames),
        'commands repeated': rate(({ repeats }) => repeats),
        'commands too late': rate(({ tooLate }) => tooLate),
      },
    },
    notes: [],
  }
}
