import type { StartPeers } from '@kla/proto'
import type { ServerEvents, StartPeersData } from '@kla/proto/web'
import { icePolicy, iceServerEntries } from '../../shared/ice.js'
import { shownIdOf } from '../../shared/shown-ids.js'

interface Part {
  readonly socketId: string
  readonly generation: number
}

// Two players, their watchers and former connections.
const PARTS_MAX = 32

/** Each connection's newest assignment, perhaps before it is attached. */
export class PeerAssignments<P extends Part> {
  readonly #parts = new Map<string, P>()

  constructor(private readonly isHere: (socketId: string) => boolean) {}

  get(socketId: string): P | undefined {
    return this.#parts.get(socketId)
  }

  /** Takes a newer assignment; with `renews`, also one of the same generation. */
  take(part: P, renews = false): boolean {
    const known = this.#parts.get(part.socketId)?.generation ?? 0
    if (renews ? known > part.generation : known >= part.generation) return false
    this.#parts.set(part.socketId, part)
    if (this.#parts.size > PARTS_MAX) {
      for (const socketId of this.#parts.keys()) if (!this.isHere(socketId)) this.#parts.delete(socketId)
    }
    return true
  }
}

/** WebRTC signals that players relay to each other. */
export type SignalEvent = 'offer' | 'answer' | 'ice-candidate'

interface EarlySignal {
  readonly peerId: string
  readonly event: SignalEvent
  readonly data: ServerEvents[SignalEvent]
  readonly atMs: number
}

/** Shorter than browsers wait for an answer. */
const KEPT_MS = 5_000
const KEPT_MAX = 128

/** Signals for a peer that is still entering, since offers are not repeated. */
export class EarlySignals {
  #kept: EarlySignal[] = []

  keep(signal: EarlySignal): void {
    this.#kept = [...this.#young(signal.atMs), signal].slice(-KEPT_MAX)
  }

  takeFor(peerId: string, nowMs: number): readonly Pick<EarlySignal, 'event' | 'data'>[] {
    const young = this.#young(nowMs)
    this.#kept = young.filter((signal) => signal.peerId !== peerId)
    return young.filter((signal) => signal.peerId === peerId)
  }

  #young(nowMs: number): EarlySignal[] {
    return this.#kept.filter(({ atMs }) => nowMs - atMs < KEPT_MS)
  }
}

export const startPeersData = (part: StartPeers): StartPeersData => ({
  peers: part.peers.map((peer) => ({ socketId: peer.socketId, id: shownIdOf(peer) })),
  polite: part.polite,
  iceServers: iceServerEntries(part.iceServers),
  iceTransportPolicy: icePolicy(part.iceTransportPolicy),
})
