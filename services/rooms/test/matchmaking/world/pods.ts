import { setTimeout as sleep } from 'node:timers/promises'
import { KlaError } from '@kla/chassis'
import type { SeededRandom } from './seeded-random.js'
import { type Place, type Rpcs, type SimulatedPod, startPod } from './simulated-pod.js'

/** Several pods behind one name, as a client of the service sees them. */
export interface Pods {
  add(): Promise<void>
  /** Kills one of them. */
  kill(): void
  /** Asks any pod; another one where that is gone; now and then two at once. */
  ask<T>(random: SeededRandom, rpc: (rpcs: Rpcs) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

const TRIES = 10

export function createPods(place: Place): Pods {
  const alive: SimulatedPod[] = []
  const all: SimulatedPod[] = []
  let stopped: Promise<unknown> | undefined
  return {
    async add() {
      const pod = await startPod(place)
      alive.push(pod)
      all.push(pod)
    },
    kill: () => alive.shift()?.kill(),
    async ask(random, rpc) {
      for (let tries = 1; ; tries++) {
        const pod = random.pick(alive)
        const twice = random.chance(0.03) ? random.pick(alive) : undefined
        try {
          const again = twice && Promise.race([rpc(twice.rpcs), twice.killed]).catch(() => undefined)
          const [answer] = await Promise.all([Promise.race([rpc(pod.rpcs), pod.killed]), again])
          return answer
        } catch (error) {
          const passing = !(error instanceof KlaError) || ['UNAVAILABLE', 'CONFLICT'].includes(error.reason)
          if (!passing || tries === TRIES) throw error
          await sleep(20)
        }
      }
    },
    async stop() {
      await (stopped ??= Promise.all(all.map((pod) => pod.stop())))
    },
  }
}
