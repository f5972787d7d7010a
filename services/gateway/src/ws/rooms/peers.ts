import type { IceServer, StartPeers } from '@kla/proto'
import type { IceServerEntry, ServerEvents, StartPeersData } from '@kla/proto/web'

/** What is to be connected from one connection, as of a number that rises with each change. */
interface Part {
  readonly socketId: string
  readonly generation: number
}

// Two players and their watchers, and what their earlier connections have left behind.
const PARTS_MAX = 32

/** The newest part of each connection of a room. A part may be told before its connection has come. */
export class PeerAssignments<P extends Part> {
  readonly #parts = new Map<string, P>()

  /** `isHere`: whether a connection has a place in the room, as far as is known. */
  constructor(private readonly isHere: (socketId: string) => boolean) {}

  get(socketId: string): P | undefined {
    return this.#parts.get(socketId)
  }

  /** Takes a part; answers whether it is newer than what was known. */
  take(part: P): boolean {
    if ((this.#parts.get(part.socketId)?.generation ?? 0) >= part.generation) return false
    this.#parts.set(part.socketId, part)
    if (this.#parts.size > PARTS_MAX) {
      for (const socketId of this.#parts.keys()) if (!this.isHere(socketId)) this.#parts.delete(socketId)
    }
    return true
  }
}

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

export const iceServerEntries = (servers: readonly IceServer[]): IceServerEntry[] =>
  servers.map(({ urls, username, credential }) => (username === '' ? { urls } : { urls, username, credential }))

/** A policy that is not known here must not become the more open one. */
export const icePolicy = (policy: string): 'all' | 'relay' => (policy === 'all' ? 'all' : 'relay')

export const startPeersData = (part: StartPeers): StartPeersData => ({
  peers: part.peers.map(({ socketId, accountId }) => ({ socketId, id: accountId })),
  polite: part.polite,
  iceServers: iceServerEntries(part.iceServers),
  iceTransportPolicy: icePolicy(part.iceTransportPolicy),
})
