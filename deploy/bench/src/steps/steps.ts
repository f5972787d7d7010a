import { forDays, writeIdentities } from '@kla/local/identities'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBroker } from '../peers/broker.js'
import type { NamedProcesses } from '../cpu/processes.js'
import { startWorker, type Worker } from '../workers/start-worker.js'
import type { StepTasks } from './worker-main.js'

/** Something small of which everything else consists, ready to be done. */
export interface ReadyStep {
  /** Who does it. */
  readonly actor: Worker<StepTasks>
  /** Everybody who has to do with it, the actor included. */
  readonly processes: NamedProcesses
  close(): Promise<void>
}

export interface Step {
  readonly name: string
  prepare(): Promise<ReadyStep>
}

const worker = (): Worker<StepTasks> => startWorker<StepTasks>('steps/worker-main')

export const STEPS: readonly Step[] = [
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
