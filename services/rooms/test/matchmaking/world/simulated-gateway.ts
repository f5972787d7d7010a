import { setTimeout as sleep } from 'node:timers/promises'
import { MatchState, subjects } from '@kla/proto'
import type { LocalBus } from './local-bus.js'
import type { Pods } from './pods.js'
import type { SeededRandom } from './seeded-random.js'
import { callOf } from './simulated-pod.js'

/** Keeps the searches of its connections and hands on how they stand. Some of its updates get lost. */
export interface SimulatedGateway {
  readonly id: string
  /** Follows a search from what is known of it; `follow` is called with whatever is newer. */
  follow(state: MatchState, receive: (state: MatchState) => void): void
  /** The connection is gone, and no one has noticed. */
  forget(ticketId: string): void
  stop(): Promise<void>
}

const KEEP_MS = 1_000
const UPDATES_LOST = 0.1

export function createGateway(id: string, localBus: LocalBus, pods: Pods, random: SeededRandom): SimulatedGateway {
  const followed = new Map<string, { accountId: number; version: number; receive: (state: MatchState) => void }>()
  let stopped = false

  const receive = (state: MatchState): void => {
    const known = followed.get(state.ticketId)
    if (!known || state.version <= known.version) return
    known.version = state.version
    known.receive(state)
  }
  localBus.listen(subjects.gatewayMatches(id), (data) => {
    if (!random.chance(UPDATES_LOST)) receive(MatchState.decode(data))
  })
  const keeping = (async () => {
    while (!stopped) {
      const tickets = [...followed].map(([ticketId, { accountId }]) => ({ ticketId, accountId }))
      const kept = await pods.ask(random, (rpcs) => rpcs.keepTickets({ gatewayId: id, tickets }, callOf()))
      kept.states.forEach(receive)
      await sleep(KEEP_MS)
    }
  })()

  return {
    id,
    follow(state, listener) {
      followed.set(state.ticketId, { accountId: state.accountId, version: 0, receive: listener })
      receive(state)
    },
    forget: (ticketId) => void followed.delete(ticketId),
    async stop() {
      stopped = true
      await keeping
    },
  }
}
