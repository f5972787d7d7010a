import { type Bus, KlaError, type Logger } from '@kla/chassis'
import { RoomNews, SeatChangeKind as WireKind, SeatsChanged, subjects } from '@kla/proto'
import type { SeatChangeKind } from '../shared/rules/room.js'
import type { Message, Outbox, Untold } from './outbox-store.js'
import type { Changed } from './rules/outcome.js'
import { toRoomMessage, toSeatMessage } from './to-proto.js'

export interface Publisher {
  /** Tells messages in order, then what has come meanwhile. Never rejects: what is not told, a sweep tells later. */
  tell(roomId: string, untold: readonly Untold[]): Promise<void>
  /** Whether anything can be told right now. */
  reachable(): boolean
  /** Resolves when nothing is being told. */
  settled(): Promise<void>
}

export function createPublisher({ bus, outbox, log }: { bus: Bus; outbox: Outbox; log: Logger }): Publisher {
  const underWay = new Set<Promise<void>>()
  // During an outage every room's news fails; one line says so.
  let failing = false

  const publish = async ({ subject, data, factId }: Message): Promise<void> => {
    const bytes = Buffer.from(data, 'base64')
    if (factId !== undefined) return bus.publishFact(subject, factId, bytes)
    if (!bus.connected()) throw new KlaError('UNAVAILABLE')
    bus.publish(subject, bytes)
  }

  const tellAll = async (roomId: string, untold: readonly Untold[]): Promise<void> => {
    for (let rest = untold, last = rest.at(-1); last; last = rest.at(-1)) {
      for (const { messages } of rest) for (const message of messages) await publish(message)
      rest = await outbox.clear(roomId, last.version)
      failing = false
    }
  }

  return {
    tell(roomId, untold) {
      const telling = tellAll(roomId, untold)
        .catch((error: unknown) => {
          if (!failing) log.warn({ err: error }, 'the news of rooms must wait')
          failing = true
        })
        .finally(() => underWay.delete(telling))
      underWay.add(telling)
      return telling
    },
    reachable: () => bus.connected(),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

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
