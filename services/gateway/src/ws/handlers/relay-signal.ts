import { KlaError } from '@kla/chassis'
import { Signal, subjects, type SignalKind } from '@kla/proto'
import { SIGNAL_PAYLOAD_MAX } from '@kla/proto/web'
import type { PresentContext } from '../event-row.js'
import { hasSeat } from '../hub/seat-changes.js'
import { hasWatcher } from '../hub/watching.js'
import type { HandlerParts } from './handler-parts.js'

/** Hands an offer, an answer or a candidate to media-signalling, which knows who is connected and what may pass. */
export const relaySignal =
  ({ bus }: HandlerParts, kind: SignalKind) =>
  async ({ room, member, data }: PresentContext<'offer' | 'answer' | 'ice-candidate'>): Promise<void> => {
    const { to } = data
    const watched = !member.watching && hasWatcher(room.snapshot, to)
    if ((!hasSeat(room.snapshot, to) && !watched) || to === member.peerId) throw new KlaError('NO_SUCH_PEER')
    const payload = JSON.stringify(data.payload)
    if (payload.length > SIGNAL_PAYLOAD_MAX) throw new KlaError('INVALID_FIELD')
    const signal: Signal = { roomId: room.roomId, kind, fromSocketId: member.peerId, toSocketId: to, payload }
    bus.publish(subjects.signalIn, Signal.encode(signal).finish())
  }
