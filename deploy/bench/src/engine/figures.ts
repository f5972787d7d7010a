import type { Figure } from '../result.js'
import type { EngineRun } from './observe.js'
import type { Pace } from './pace.js'

export const BARE_LOOP = 'bare loop'

type Runs = ReadonlyMap<string, readonly EngineRun[]>

/** What is shown of both contenders at one pace. */
export function figuresOf({ name, latestMs }: Pace, runs: Runs): Figure[] {
  const figure = (what: string, unit: string, read: (run: EngineRun) => number, target?: Figure['target']): Figure => ({
    name: `${what}, ${name}`,
    unit,
    values: Object.fromEntries([...runs].map(([who, measured]) => [who, measured.map(read)])),
    ...(target ? { target } : {}),
  })
  const cpuOf = ({ cpu }: EngineRun): number => Object.values(cpu).reduce((sum, micros) => sum + micros, 0)
  return [
    figure('phase lateness p50', 'ms', ({ lateness }) => lateness.p50),
    figure('phase lateness p99', 'ms', ({ lateness }) => lateness.p99, { better: 'less', own: latestMs }),
    figure('phase lateness max', 'ms', ({ lateness }) => lateness.max),
    figure('changes', '1/s', ({ changesPerSecond }) => changesPerSecond),
    figure('changes told once more', 'count', ({ toldAgain }) => toldAgain),
    figure('CPU a change, all processes', 'µs', cpuOf),
    ...[
      ['the process itself', 'engine', BARE_LOOP],
      ['Redis', 'redis', 'redis'],
      ['NATS', 'nats', 'nats'],
    ].map(([what = '', ours = '', theirs = '']) =>
      figure(`CPU a change, ${what}`, 'µs', ({ cpu }) => cpu[ours] ?? cpu[theirs] ?? 0),
    ),
  ]
}

/** What was wrong in any run, with who it was. */
export const faultsOf = ({ name }: Pace, runs: Runs): string[] =>
  [...runs].flatMap(([who, measured]) =>
    measured.flatMap(({ faults }, at) =>
      Object.entries(faults).map(([what, times]) => `${who}, ${name}, run ${at + 1}: ${times} ${what}`),
    ),
  )
