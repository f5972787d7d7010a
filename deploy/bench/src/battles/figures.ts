import { spreadOf } from '../units/index.js'
import type { Figure } from '../result.js'
import { OURS } from '../who.js'
import type { BattlesWindow } from './measure-window.js'
import type { Size } from './size.js'
import type { TallyReport } from './tally.js'

/** Microseconds for a battle and second: 8,000 battles a core. */
const MOST_MICROS = 125

export function figuresOf({ rooms }: Size, windows: readonly BattlesWindow[]): Figure[] {
  const figure = (name: string, unit: string, values: number[], target?: Figure['target']): Figure => ({
    name: `${name}, ${rooms.toLocaleString('en-US')} whole battles`,
    unit,
    values: { [OURS]: values },
    ...(target ? { target } : {}),
  })
  /** The worst that players of any process have seen. */
  const worst = (read: (seen: TallyReport) => number): number[] =>
    windows.map(({ seen }) => Math.max(...seen.map(read)))
  return [
    figure('CPU a battle and second, all processes', 'µs', windows.map(cpuOf), { better: 'less', own: MOST_MICROS }),
    figure('phase lateness p99 at players', 'ms', worst(({ lateness }) => lateness.p99)),
    figure('chat line to the other player p50', 'ms', worst(({ lineTimes }) => lineTimes.p50)),
    figure('chat line to the other player p99', 'ms', worst(({ lineTimes }) => lineTimes.p99)),
  ]
}

/** Where the time goes, and what went on meanwhile. */
export function notesOf({ rooms, windowMs }: Size, windows: readonly BattlesWindow[]): string[] {
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
      `${perSecond(({ repeats }) => repeats)} commands had to be said again, and ` +
      `${perSecond(({ tooLate }) => tooLate)} came too late.`,
  ]
}

const cpuOf = ({ cpu }: BattlesWindow): number => Object.values(cpu).reduce((sum, micros) => sum + micros, 0)
