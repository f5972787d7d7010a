import type { Logger } from '@kla/chassis'
import { SignalKind, Signal } from '@kla/proto'
import { SIGNAL_PAYLOAD_MAX } from '@kla/proto/web'
import type { Policies } from '../pairing/index.js'
import { connects, type PeerSession, policyOf } from '../pairing/rules.js'
import type { SessionStore } from '../pairing/store.js'
import { type IceTransportPolicy, type PassingAddresses, passingUnder, stricterOf } from '../shared/rules.js'
import { isAmong, type WatchSession } from '../spectators/rules.js'
import type { SignalRefusal } from './rules/candidate.js'
import { type Link, passSignal } from './rules/description.js'
import type { Seen, SessionView } from './session-view.js'

/** The link from one socket to another; undefined where there is none, as between two watchers. */
export function linkBetween(session: PeerSession | undefined, from: string, to: string): Link | undefined {
  if (connects(session, from, to)) return 'players'
  return session?.watching && watchLink(session.watching, from, to)
}

function watchLink({ players, watchers }: WatchSession, from: string, to: string): Link | undefined {
  if (isAmong(players, from) && isAmong(watchers, to)) return 'player-to-watcher'
  return isAmong(watchers, from) && isAmong(players, to) ? 'watcher-to-player' : undefined
}

/** The policy that a link is held to by a process with policies of its own. */
export const policyOver = (link: Link, session: PeerSession, own: Policies): IceTransportPolicy =>
  link === 'players' ? policyOf(session, own.players) : stricterOf(session.watching?.policy ?? 'relay', own.watchers)

/** Keeps candidates back for a moment and lets them go in the order they came. */
interface CandidateHold<T> {
  add(item: T): void
  /** Lets all go at once, for the end of the process. */
  flush(): void
}

/**
 * A queue group spreads one sender's messages over all pods, so the candidates that a browser sends right after its
 * offer could overtake it: checking a description takes longer than checking a candidate. A head start for
 * descriptions, longer than that difference and shorter than anybody notices, keeps them in front.
 */
const CANDIDATE_HOLD_MS = 25

export function createCandidateHold<T>(
  release: (item: T) => void,
  holdMs: number = CANDIDATE_HOLD_MS,
): CandidateHold<T> {
  const held: { readonly item: T; readonly dueMs: number }[] = []
  let timer: NodeJS.Timeout | undefined

  const letGo = (untilMs: number): void => {
    timer = undefined
    while (held[0] && held[0].dueMs <= untilMs) release((held.shift() as { item: T }).item)
    if (held[0]) timer = setTimeout(() => letGo(performance.now()), Math.max(1, held[0].dueMs - untilMs))
  }

  return {
    add(item) {
      const now = performance.now()
      held.push({ item, dueMs: now + holdMs })
      timer ??= setTimeout(() => letGo(performance.now()), holdMs)
    },
    flush() {
      clearTimeout(timer)
      letGo(Infinity)
    },
  }
}

// UTF-8 takes up to three bytes for a UTF-16 unit, and the ids take a few more.
const BYTES_MAX = 3 * SIGNAL_PAYLOAD_MAX + 1_000
const ID_MAX = 64

/** A signal off the wire, or why it is none. */
function readSignal(data: Uint8Array): Signal | 'too_large' | 'malformed' {
  if (data.length > BYTES_MAX) return 'too_large'
  try {
    const signal = Signal.decode(data)
    const ids = [signal.roomId, signal.fromSocketId, signal.toSocketId]
    return ids.every((id) => id !== '' && id.length <= ID_MAX) ? signal : 'malformed'
  } catch {
    return 'malformed'
  }
}

/** What becomes of a signal; the labels of a metric. */
export type SignalOutcome = SignalRefusal | 'relayed' | 'not_paired' | 'overloaded'

interface SignalRelayParts {
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
