import { type Figure, interleave, OURS, type Part } from '../frame/part.js'
import { type EngineRun, type Scenario, SCENARIOS, startEngineDeps, QUICK_SCENARIOS, runBareLoop, runEngine } from './contenders.js'

export const enginePart: Part = {
  name: 'engine',
  async run({ runs, quick, say }) {
    const deps = await startEngineDeps()
    const figures: Figure[] = []
    const faults: string[] = []
    try {
      for (const scenario of quick ? QUICK_SCENARIOS : SCENARIOS) {
        const contenders = [
          { who: OURS, measure: () => runEngine(deps, scenario) },
          { who: BARE_LOOP, measure: () => runBareLoop(deps, scenario) },
        ]
        const measured = await interleave(contenders, runs, (who, round, { lateness, changesPerSecond }) => {
          const { p50, p99, max } = lateness
          const late = `p50 ${p50}, p99 ${p99}, max ${max} ms late`
          say(`${scenario.name}, ${who}, run ${round}: ${changesPerSecond.toFixed(0)} changes a second, ${late}`)
        })
        figures.push(...figuresOf(scenario, measured))
        faults.push(...faultsOf(scenario, measured))
      }
    } finally {
      await deps.close()
    }
    return { figures, faults, notes: NOTES }
  },
}

const NOTES = [
  'Lateness is from the deadline that was announced to the moment in which a process of its own receives by NATS ' +
    'what follows.',
  'The engine is one process of the product with its own PostgreSQL, Redis (`appendfsync always`, its log not rewritten ' +
    'meanwhile), NATS and library; rooms are pretended, and no player picks, so that every phase ends by its deadline.',
  'The bare loop is one Node process on the same Redis and NATS with as many records and deadlines: a script claims ' +
    'what is due, a script compares and sets a small record, and the change is published. It keeps no outbox.',
]

const BARE_LOOP = 'bare loop'

type Runs = ReadonlyMap<string, readonly EngineRun[]>

function figuresOf({ name, latestMs }: Scenario, runs: Runs): Figure[] {
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
    figure('changes published again', 'count', ({ repeated }) => repeated),
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

const faultsOf = ({ name }: Scenario, runs: Runs): string[] =>
  [...runs].flatMap(([who, measured]) =>
    measured.flatMap(({ faults }, at) =>
      Object.entries(faults).map(([what, times]) => `${who}, ${name}, run ${at + 1}: ${times} ${what}`),
    ),
  )
