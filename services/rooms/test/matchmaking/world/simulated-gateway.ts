import { MatchState, subjects } from '@kla/proto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from './dice.js'
import type { LocalNews } from './local-bus.js'
import type { Pods } from './pods.js'
import { callOf } from './simulated-pod.js'

/** Keeps the searches of its connections and hands on how they stand. Some of its news get lost. */
export interface SimulatedGateway {
  readonly id: string
  /** Follows a search from what is known of it; `follow` is called with whatever is newer. */
  follow(state: MatchState, hear: (state: MatchState) => void): void
  /** The connection is gone, and nobody has noticed. */
  forget(ticketId: string): void
  stop(): Promise<void>
}

const KEEP_MS = 1_000
const NEWS_LOST = 0.1

export function createGateway(id: string, news: LocalNews, pods: Pods, dice: Dice): SimulatedGateway {
  const followed = new Map<string, { accountId: number; version: number; hear: (state: MatchState) => void }>()
  let stopped = false

  const hear = (state: MatchState): void => {
    const known = followed.get(state.ticketId)
    if (!known || state.version <= known.version) return
    known.version = state.version
    known.hear(state)
  }
  news.listen(subjects.gatewayMatches(id), (data) => {
    if (!dice.chance(NEWS_LOST)) hear(MatchState.decode(data))
  })
  const keeping = (async () => {
    while (!stopped) {
      const tickets = [...followed].map(([ticketId, { accountId }]) => ({ ticketId, accountId }))
      const kept = await pods.ask(dice, (rpcs) => rpcs.keepTickets({ gatewayId: id, tickets }, callOf()))
      kept.states.forEach(hear)
      await sleep(KEEP_MS)
    }
  })()

  return {
    id,
    follow(state, listener) {
      followed.set(state.ticketId, { accountId: state.accountId, version: 0, hear: listener })
      hear(state)
    },
    forget: (ticketId) => void followed.delete(ticketId),
    async stop() {
      stopped = true
      await keeping
    },
  }
}
