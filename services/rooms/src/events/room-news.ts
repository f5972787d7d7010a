import { RoomNews, SeatChangeKind as WireKind, SeatsChanged, subjects } from '@kla/proto'
import type { Changed } from '../domain/outcome.js'
import type { SeatChangeKind } from '../domain/room.js'
import type { Message } from '../store/untold.js'
import { toRoomMessage, toSeatMessage } from '../wire/room.js'

const KINDS: Readonly<Record<SeatChangeKind, WireKind>> = {
  taken: WireKind.TAKEN,
  left: WireKind.LEFT,
  lost: WireKind.LOST,
  resumed: WireKind.RESUMED,
}

/**
 * The messages that tell of a change. The fact comes last: NATS handles what one connection sends in order, so that
 * its acknowledgement says that the messages before it have arrived too.
 */
export function roomNews({ room, changes, closedReason }: Changed, listChanged: boolean): Message[] {
  const news: RoomNews = {
    roomId: room.id,
    room: toRoomMessage(room),
    changes: changes.map(({ kind, seat, replacedSocketId }) => ({
      kind: KINDS[kind],
      seat: toSeatMessage(seat),
      replacedSocketId,
    })),
    closedReason,
  }
  const factId = `${room.id}.${room.version}`
  return [
    { subject: subjects.roomSeats(room.id), data: base64(RoomNews.encode(news).finish()) },
    ...(listChanged ? [{ subject: subjects.lobbyChanged, data: '' }] : []),
    { subject: subjects.factSeatsChanged, data: base64(SeatsChanged.encode({ factId, news }).finish()), factId },
  ]
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
