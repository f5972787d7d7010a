import { difference, type Numbers } from '../units/index.js'
import { cpuMicrosByName } from '../cpu/processes.js'
import { interleave } from '../frame/interleave.js'
import type { Figure, Part } from '../result.js'
import type { Pace } from './pace.js'
import { STEPS, type Step } from './steps.js'

interface Size {
  readonly warm: Pace
  readonly measured: Pace
}

/** About what `battles` asks of each process. */
const PER_SECOND = 200

const FULL: Size = { warm: { perSecond: 1_000, forMs: 4_000 }, measured: { perSecond: PER_SECOND, forMs: 10_000 } }
const QUICK: Size = { warm: { perSecond: 100, forMs: 100 }, measured: { perSecond: 100, forMs: 500 } }

/** What the small things cost of which all other parts consist: the least that any design on top of them can. */
export const stepsPart: Part = {
  name: 'steps',
  async run({ runs, quick, say }) {
    const size = quick ? QUICK : FULL
    const contenders = STEPS.map((step) => ({ who: step.name, measure: () => costsOf(step, size) }))
    const measured = await interleave(contenders, runs, (who, round, costs) =>
      say(`round ${round}, ${who}: ${costsText(costs)}`),
    )
    return { figures: [...measured].map(([name, rounds]) => figureOf(name, rounds)), faults: [], notes: NOTES }
  },
}

/** Microseconds of processor time that one step takes, by process. */
async function costsOf({ prepare }: Step, { warm, measured }: Size): Promise<Numbers> {
  const { actor, processes, close } = await prepare()
  try {
    await actor.ask('repeat', warm)
    const before = await cpuMicrosByName(processes)
    const times = await actor.ask('repeat', measured)
    const spent = difference(await cpuMicrosByName(processes), before)
    return Object.fromEntries(Object.entries(spent).map(([name, micros]) => [name, micros / times]))
  } finally {
    await close()
  }
}

const figureOf = (name: string, rounds: readonly Numbers[]): Figure => ({
  name,
  unit: 'µs of processor time',
  values: Object.fromEntries(Object.keys(rounds[0] ?? {}).map((who) => [who, rounds.map((costs) => costs[who] ?? 0)])),
})

const costsText = (costs: Numbers): string =>
  Object.entries(costs).map(([who, micros]) => `${who} ${micros.toFixed(0)} µs`).join(', ')

const NOTES = [
  `Each ${PER_SECOND} times a second, evenly, which is about what \`battles\` asks of each process. Processes that have ` +
    'more to do at once need less for each: a large part is to be woken.',
  'gRPC by the product’s own client and server (grpc-js), with their metrics and a principal’s length of metadata; ' +
    'NATS and Redis with the platform’s settings, `appendfsync always`. Who does it has its own timer in its figure, ' +
    'as in the first line.',
]
