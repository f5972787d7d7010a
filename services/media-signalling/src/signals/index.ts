import { type Bus, counterOf, type Logger, type Metrics, type Subscribed } from '@kla/chassis'
import { RoomUpdate, Signal, SignalKind, subjects } from '@kla/proto'
import { SIGNAL_PAYLOAD_MAX } from '@kla/proto/web'
import {
  connects,
  type PeerSession,
  type Policies,
  policyOf,
  type SessionStore,
  snapshotOfUpdate,
} from '../pairing/index.js'
import { allowedAddresses, type IceTransportPolicy, stricterOf } from '../shared/rules.js'
import { isAmong } from '../spectators/index.js'
import type { SignalRefusal } from './rules/candidate.js'
import { type Link, passSignal } from './rules/description.js'
import { createSessionView, type KnownRoom, type SessionView } from './session-view.js'

/** Outcome of a signal, as a metric's label. */
export type SignalOutcome = SignalRefusal | 'relayed' | 'not_paired' | 'overloaded'

const OUTCOMES: Readonly<Record<SignalOutcome, true>> = {
  relayed: true,
  not_paired: true,
  withheld: true,
  wrong_way: true,
  would_send: true,
  malformed: true,
  too_large: true,
  overloaded: true,
}

export interface SignalsDeps {
  readonly bus: Bus
  readonly store: Pick<SessionStore, 'load'>
  readonly policies: Policies
  readonly hostCandidates: boolean
  readonly metrics: Metrics
  readonly log: Logger
}

export function createSignals({ bus, metrics, ...deps }: SignalsDeps) {
  const outcomes = Object.keys(OUTCOMES) as SignalOutcome[]
  const signals = counterOf(metrics, 'kla_signals_total', 'Signals, by outcome.', 'outcome', outcomes)
  const view = createSessionView(deps.policies)
  const relay = createSignalRelay({
    ...deps,
    view,
    send: (signal) => bus.publish(subjects.roomSignal(signal.roomId), Signal.encode(signal).finish()),
    count: (outcome) => signals.inc({ outcome }),
  })
  return {
    async subscribe(queue: string): Promise<Subscribed[]> {
      const updates = await bus.subscribe(subjects.roomSeats('*'), ({ data }) => {
        const update = RoomUpdate.decode(data)
        const room = snapshotOfUpdate(update)
        if (room) view.apply(update.roomId, room, Date.now())
      })
      return [await bus.subscribe(subjects.signalIn, ({ data }) => relay.handle(data), queue), updates]
    },
    flush: () => relay.flush(),
  }
}

interface SignalRelayDeps extends Omit<SignalsDeps, 'bus' | 'metrics'> {
  readonly view: SessionView
  readonly send: (signal: Signal) => void
  readonly count: (outcome: SignalOutcome) => void
  readonly now?: () => number
}

/** Relays signals between peers in order. */
export interface SignalRelay {
  handle(data: Uint8Array): void
  flush(): void
}

// Updates may be missed while NATS is unreachable.
const TRUSTED_FOR_MS = 30_000
// Limits reads that an unconnected socket causes.
const READ_AGAIN_AFTER_MS = 250
const WAITING_PER_ROOM_MAX = 64
const ROOMS_READING_MAX = 1_000

/** Relays by the view. Signals of unknown rooms or sockets wait, in order, for a read. */
export function createSignalRelay(deps: SignalRelayDeps): SignalRelay {
  const { view, store, policies, hostCandidates, send, count, log, now = Date.now } = deps
  const waiting = new Map<string, Signal[]>()
  const held = createCandidateHold<Signal>((signal) => {
    send(signal)
    count('relayed')
  })

  const pass = (signal: Signal, known: KnownRoom | undefined): void => {
    const session = known?.session
    const link = linkBetween(session, signal.fromSocketId, signal.toSocketId)
    if (!session || !link) return count('not_paired')
    const passing = allowedAddresses(policyOver(link, session, policies), hostCandidates)
    const verdict = passSignal(signal.kind, signal.payload, passing, link)
    if ('refused' in verdict) return count(verdict.refused)
    const checked = { ...signal, payload: verdict.payload }
    if (signal.kind === SignalKind.ICE_CANDIDATE) return held.add(checked)
    send(checked)
    count('relayed')
  }

  const readThenPass = async (roomId: string): Promise<void> => {
    try {
      view.refresh(roomId, (await store.load(roomId)).session, now())
    } catch (error) {
      log.warn({ err: error }, 'a peer session could not be read')
    }
    const signals = waiting.get(roomId) ?? []
    waiting.delete(roomId)
    for (const signal of signals) pass(signal, view.get(roomId))
  }

  const needsReading = (signal: Signal, known: KnownRoom | undefined): boolean => {
    if (!known) return true
    const at = now()
    const fits = linkBetween(known.session, signal.fromSocketId, signal.toSocketId) !== undefined
    return (!fits || at - known.knownAtMs > TRUSTED_FOR_MS) && at - known.readAtMs >= READ_AGAIN_AFTER_MS
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
      const known = view.get(signal.roomId)
      if (!needsReading(signal, known)) return pass(signal, known)
      if (waiting.size >= ROOMS_READING_MAX) return count('overloaded')
      waiting.set(signal.roomId, [signal])
      void readThenPass(signal.roomId)
    },
    flush: () => held.flush(),
  }
}

// UTF-8 takes up to three bytes per UTF-16 unit, and ids some more.
const BYTES_MAX = 3 * SIGNAL_PAYLOAD_MAX + 1_000
const ID_MAX = 64

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

export function linkBetween(session: PeerSession | undefined, from: string, to: string): Link | undefined {
  if (connects(session, from, to)) return 'players'
  if (!session?.watching) return undefined
  const { players, watchers } = session.watching
  if (isAmong(players, from) && isAmong(watchers, to)) return 'player-to-watcher'
  return isAmong(watchers, from) && isAmong(players, to) ? 'watcher-to-player' : undefined
}

export const policyOver = (link: Link, session: PeerSession, own: Policies): IceTransportPolicy =>
  link === 'players' ? policyOf(session, own.players) : stricterOf(session.watching?.policy ?? 'relay', own.watchers)

/** Another pod may check the offer longer, so candidates wait. */
const CANDIDATE_HOLD_MS = 25

export function createCandidateHold<T>(release: (item: T) => void, holdMs: number = CANDIDATE_HOLD_MS) {
  const held: { readonly item: T; readonly dueMs: number }[] = []
  let timer: NodeJS.Timeout | undefined

  const releaseUntil = (untilMs: number): void => {
    timer = undefined
    while (held[0] && held[0].dueMs <= untilMs) release((held.shift() as { item: T }).item)
    if (held[0]) timer = setTimeout(() => releaseUntil(performance.now()), Math.max(1, held[0].dueMs - untilMs))
  }

  return {
    add(item: T): void {
      const now = performance.now()
      held.push({ item, dueMs: now + holdMs })
      timer ??= setTimeout(() => releaseUntil(performance.now()), holdMs)
    },
    flush(): void {
      clearTimeout(timer)
      releaseUntil(Infinity)
    },
  }
}
