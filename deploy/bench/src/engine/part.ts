import { interleave } from '../frame/interleave.js'
import type { Figure, Part } from '../result.js'
import { OURS } from '../who.js'
import { runBareLoop, runEngine } from './contenders.js'
import { BARE_LOOP, faultsOf, figuresOf } from './figures.js'
import { prepareGround } from './ground.js'
import { PACES, QUICK_PACES } from './pace.js'

/** How late one game-engine process ends phases, and what a change costs, beside a bare loop. */
export const enginePart: Part = {
  name: 'engine',
  async run({ runs, quick, say }) {
    const ground = await prepareGround()
    const figures: Figure[] = []
    const faults: string[] = []
    try {
      for (const pace of quick ? QUICK_PACES : PACES) {
        const contenders = [
          { who: OURS, measure: () => runEngine(ground, pace) },
          { who: BARE_LOOP, measure: () => runBareLoop(ground, pace) },
        ]
        const measured = await interleave(contenders, runs, (who, round, { lateness, changesPerSecond }) => {
          const { p50, p99, max } = lateness
          const late = `p50 ${p50}, p99 ${p99}, max ${max} ms late`
          say(`${pace.name}, ${who}, run ${round}: ${changesPerSecond.toFixed(0)} changes a second, ${late}`)
        })
        figures.push(...figuresOf(pace, measured))
        faults.push(...faultsOf(pace, measured))
      }
    } finally {
      await ground.close()
    }
    return { figures, faults, notes: NOTES }
  },
}

const NOTES = [
  'Lateness is from the deadline that was announced to the moment in which a process of its own hears by NATS ' +
    'what follows.',
  'The engine is one process of the product with its own PostgreSQL, Redis (`appendfsync always`, its log not rewritten ' +
    'meanwhile), NATS and library; rooms are pretended, and nobody picks, so that every phase ends by its deadline.',
  'The bare loop is one Node process on the same Redis and NATS with as many records and deadlines: a script claims ' +
    'what is due, a script compares and sets a small record, and the change is published. It keeps no outbox.',
]
