import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forDays, writeIdentities } from '@kla/testkit/certificates'
import { type Figure, interleave, type Part } from '../frame/part.js'
import { cpuMicrosByName, type NamedProcesses } from '../measure/machine.js'
import { difference, type Numbers } from '../measure/numbers.js'
import { startWorker, type Worker } from '../measure/workers.js'
import { startBroker } from '../peers/peer-process.js'
import type { Rate } from './rate.js'
import type { StepTasks } from './worker-main.js'

interface Size {
  readonly warm: Rate
  readonly measured: Rate
}

/** About the rate of `battles`. */
const PER_SECOND = 200

const FULL: Size = { warm: { perSecond: 1_000, forMs: 4_000 }, measured: { perSecond: PER_SECOND, forMs: 10_000 } }
const QUICK: Size = { warm: { perSecond: 100, forMs: 100 }, measured: { perSecond: 100, forMs: 500 } }

/** The building blocks: the least any design on top of them costs. */
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

interface ReadyStep {
  readonly actor: Worker<StepTasks>
  readonly processes: NamedProcesses
  close(): Promise<void>
}

interface Step {
  readonly name: string
  prepare(): Promise<ReadyStep>
}

const worker = (): Worker<StepTasks> => startWorker<StepTasks>('steps/worker-main')

const STEPS: readonly Step[] = [
  {
    name: 'a turn of an event loop that a timer begins, and in which nothing happens',
    async prepare() {
      const actor = worker()
      return { actor, processes: { 'the process': actor.pid }, close: () => actor.stop() }
    },
  },
  {
    name: 'a gRPC call that does nothing',
    async prepare() {
      const [actor, other] = [worker(), worker()]
      const identities = await mkdtemp(join(tmpdir(), 'kla-bench-identities-'))
      writeIdentities(identities, forDays(1, Date.now()))
      await actor.ask('call', { port: await other.ask('answerCalls', { identities }), identities })
      return {
        actor,
        processes: { 'who calls': actor.pid, 'who answers': other.pid },
        async close() {
          await Promise.all([actor.stop(), other.stop()])
          await rm(identities, { recursive: true, force: true })
        },
      }
    },
  },
  {
    name: 'a message by NATS from one process to another',
    async prepare() {
      const broker = await startBroker('nats')
      const [actor, other] = [worker(), worker()]
      await other.ask('hear', broker)
      await actor.ask('say', broker)
      return {
        actor,
        processes: { 'who sends': actor.pid, NATS: broker.pid, 'who hears': other.pid },
        async close() {
          await Promise.all([actor.stop(), other.stop()])
          await broker.stop()
        },
      }
    },
  },
  {
    name: 'a small record that Redis has on disk before it answers',
    async prepare() {
      const broker = await startBroker('redis')
      const actor = worker()
      await actor.ask('keep', broker)
      return {
        actor,
        processes: { 'who writes': actor.pid, Redis: broker.pid },
        async close() {
          await actor.stop()
          await broker.stop()
        },
      }
    },
  },
]
