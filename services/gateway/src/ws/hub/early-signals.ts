import type { ServerEvents } from '@kla/proto/web'

export type SignalEvent = 'offer' | 'answer' | 'ice-candidate'

interface EarlySignal {
  readonly peerId: string
  readonly event: SignalEvent
  readonly data: ServerEvents[SignalEvent]
  readonly atMs: number
}

/** Longer than it takes to come into a room, and less than browsers wait for an answer before they begin anew. */
const KEPT_MS = 5_000
/** Two offers with their candidates, for each of the two. */
const KEPT_MAX = 128

/**
 * Signals for somebody who is on the way into the room: the other player, who is told of the pair at the same time, may
 * be faster, and does not say an offer twice.
 */
export class EarlySignals {
  #kept: EarlySignal[] = []

  keep(signal: EarlySignal): void {
    this.#kept = [...this.#young(signal.atMs), signal].slice(-KEPT_MAX)
  }

  /** Those for a peer, in their order; each once. */
  takeFor(peerId: string, nowMs: number): readonly Pick<EarlySignal, 'event' | 'data'>[] {
    const young = this.#young(nowMs)
    this.#kept = young.filter((signal) => signal.peerId !== peerId)
    return young.filter((signal) => signal.peerId === peerId)
  }

  #young(nowMs: number): EarlySignal[] {
    return this.#kept.filter(({ atMs }) => nowMs - atMs < KEPT_MS)
  }
}
