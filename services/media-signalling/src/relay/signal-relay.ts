import type { Logger } from '@kla/chassis'
import { SignalKind, type Signal } from '@kla/proto'
import { passingUnder, type PassingAddresses } from '../domain/ice-transport-policy.js'
import { linkBetween, policyOver, type Link } from '../domain/link.js'
import type { Policies } from '../domain/next-session.js'
import { passSignal } from '../domain/pass-signal.js'
import type { PeerSession } from '../domain/peer-session.js'
import type { SignalRefusal } from '../domain/refused-signal.js'
import type { SessionStore } from '../store/session-store.js'
import { createCandidateHold } from './candidate-hold.js'
import { readSignal } from './read-signal.js'
import type { Seen, SessionView } from './session-view.js'

/** What becomes of a signal; the labels of a metric. */
export type SignalOutcome = SignalRefusal | 'relayed' | 'not_paired' | 'overloaded'

export interface SignalRelayParts {
  readonly view: SessionView
  readonly store: Pick<SessionStore, 'load'>
  readonly policies: Policies
  /** Whether the addresses of players' own networks pass where they connect directly. */
  readonly hostCandidates: boolean
  readonly send: (signal: Signal) => void
  readonly count: (outcome: SignalOutcome) => void
  readonly log: Logger
  readonly now?: () => number
}

export interface SignalRelay {
  handle(data: Uint8Array): void
  /** Sends what is held back. */
  flush(): void
}

// News may be missed while a connection to NATS is down: after this long the store is asked again.
const TRUSTED_FOR_MS = 30_000
// A socket that signals where it has no business costs the store this much and no more.
const READ_AGAIN_AFTER_MS = 250
const WAITING_PER_ROOM_MAX = 64
const ROOMS_READING_MAX = 1_000

/**
 * Passes signals between the two ends of a pair, and between a player and a watcher. As a rule it decides from memory, within the call; only for a room
 * that this process has not heard of, or where the sockets do not fit what it knows, the store is asked, and what comes
 * meanwhile waits behind, in order.
 */
export function createSignalRelay(parts: SignalRelayParts): SignalRelay {
  const { view, store, policies, hostCandidates, send, count, log, now = Date.now } = parts
  const passingOver = (link: Link, session: PeerSession): PassingAddresses =>
    passingUnder(policyOver(link, session, policies), hostCandidates)
  const waiting = new Map<string, Signal[]>()
  const held = createCandidateHold<Signal>((signal) => {
    send(signal)
    count('relayed')
  })

  const pass = (signal: Signal, seen: Seen | undefined): void => {
    const session = seen?.session
    const link = linkBetween(session, signal.fromSocketId, signal.toSocketId)
    if (!session || !link) return count('not_paired')
    const verdict = passSignal(signal.kind, signal.payload, passingOver(link, session), link)
    if ('refused' in verdict) return count(verdict.refused)
    const checked = { ...signal, payload: verdict.payload }
    if (signal.kind === SignalKind.ICE_CANDIDATE) return held.add(checked)
    send(checked)
    count('relayed')
  }

  const readThenPass = async (roomId: string): Promise<void> => {
    try {
      view.adopt(roomId, (await store.load(roomId)).session, now())
    } catch (error) {
      // What was known before is still the best there is.
      log.warn({ err: error }, 'a peer session could not be read')
    }
    const signals = waiting.get(roomId) ?? []
    waiting.delete(roomId)
    for (const signal of signals) pass(signal, view.get(roomId))
  }

  const needsReading = (signal: Signal, seen: Seen | undefined): boolean => {
    if (!seen) return true
    const at = now()
    const fits = linkBetween(seen.session, signal.fromSocketId, signal.toSocketId) !== undefined
    return (!fits || at - seen.seenAtMs > TRUSTED_FOR_MS) && at - seen.readAtMs >= READ_AGAIN_AFTER_MS
  }

  return {
    handle(data) {
      const signal = readSignal(data)
      if (typeof signal === 'string') return count(signal)
      const queue = waiting.get(signal.roomId)
      if (queue) {
        if (queue.length >= WAITING_PER_ROOM_MAX) return count('overloaded')
        queue.push(signal)
        return
      }
      const seen = view.get(signal.roomId)
      if (!needsReading(signal, seen)) return pass(signal, seen)
      if (waiting.size >= ROOMS_READING_MAX) return count('overloaded')
      waiting.set(signal.roomId, [signal])
      void readThenPass(signal.roomId)
    },
    flush: () => held.flush(),
  }
}
