import { type Bus, type Histogram, invalidField, KlaError } from '@kla/chassis'
import { Signal, SignalKind, subjects } from '@kla/proto'
import { SIGNAL_PAYLOAD_MAX } from '@kla/proto/web'
import type { Connection } from '../connection/connection.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { EventTable, PresentContext } from '../pipeline/event-row.js'
import { hasSeat } from '../rooms/seats.js'
import { hasWatcher } from '../rooms/watchers.js'

export interface MediaEventsDeps {
  readonly bus: Pick<Bus, 'publish'>
  readonly metrics: Pick<RealtimeMetrics, 'mediaConnections'>
}

type MediaEvents = Pick<EventTable, 'offer' | 'answer' | 'ice-candidate' | 'media-connected'>

export const mediaEvents = (deps: MediaEventsDeps, joinTimes: JoinTimes): MediaEvents => ({
  offer: { access: 'seated-or-watching', rate: 'signal', lane: 'signal', handle: relay(deps, SignalKind.OFFER) },
  answer: { access: 'seated-or-watching', rate: 'signal', lane: 'signal', handle: relay(deps, SignalKind.ANSWER) },
  'ice-candidate': {
    access: 'seated-or-watching',
    rate: 'signal',
    lane: 'signal',
    handle: relay(deps, SignalKind.ICE_CANDIDATE),
  },
  'media-connected': {
    access: 'seated',
    rate: 'measure',
    lane: 'aside',
    async handle({ connection, data, receivedAt }) {
      deps.metrics.mediaConnections.inc({ via: data.via })
      joinTimes.pictured(connection, receivedAt)
    },
  },
})

type RelayedKind = SignalKind.OFFER | SignalKind.ANSWER | SignalKind.ICE_CANDIDATE
type Payload = { readonly type?: unknown; readonly sdp?: unknown; readonly candidate?: unknown } | null

/** False for what lacks the fields of its kind: media-signalling would drop it, and the sender would not learn of it. */
const hasForm = (kind: RelayedKind, payload: Payload): boolean =>
  kind === SignalKind.ICE_CANDIDATE
    ? typeof (payload?.candidate ?? '') === 'string'
    : typeof payload?.type === 'string' && typeof payload.sdp === 'string'

/** Relays signals; media-signalling checks sender and content. */
const relay =
  ({ bus }: Pick<MediaEventsDeps, 'bus'>, kind: RelayedKind) =>
  async ({ room, member, data }: PresentContext<'offer' | 'answer' | 'ice-candidate'>): Promise<void> => {
    const { to } = data
    const watched = !member.watching && hasWatcher(room.snapshot, to)
    if ((!hasSeat(room.snapshot, to) && !watched) || to === member.peerId) throw new KlaError('NO_SUCH_PEER')
    if (!hasForm(kind, data.payload)) throw invalidField('payload')
    const payload = JSON.stringify(data.payload)
    if (payload.length > SIGNAL_PAYLOAD_MAX) throw invalidField('payload')
    const signal: Signal = { roomId: room.roomId, kind, fromSocketId: member.peerId, toSocketId: to, payload }
    bus.publish(subjects.signalIn, Signal.encode(signal).finish())
  }

/** Measures from join-room to the first picture. Both ends are frame receipts, so network delays cancel out. */
export class JoinTimes {
  readonly #began = new WeakMap<Connection, number>()

  constructor(private readonly seconds: Pick<Histogram, 'observe'>) {}

  joined(connection: Connection, receivedAt: number): void {
    this.#began.set(connection, receivedAt)
  }

  pictured(connection: Connection, receivedAt: number): void {
    const began = this.#began.get(connection)
    if (began === undefined) return
    this.#began.delete(connection)
    this.seconds.observe((receivedAt - began) / 1000)
  }
}
