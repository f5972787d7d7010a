import { peerIdOf, type Room, type RoomNews } from '@kla/proto'
import type { RoomSnapshot } from '../domain/room-snapshot.js'

export const snapshotOf = (room: Room): RoomSnapshot => ({
  version: room.version,
  seats: room.seats.map((seat) => ({
    socketId: peerIdOf(seat),
    accountId: seat.accountId,
    name: seat.username,
    takenAtMs: seat.takenAtMs,
    connected: seat.connection !== undefined && seat.graceDeadlineMs === 0,
  })),
  watchers: room.watchers.map((watcher) => ({ socketId: peerIdOf(watcher), name: watcher.name, judge: watcher.judge })),
})

/** What news say of their room. A closed room has no newer version and nobody in it. */
export function snapshotOfNews(news: RoomNews): RoomSnapshot | undefined {
  if (news.closedReason !== '') return { version: Number.MAX_SAFE_INTEGER, seats: [], watchers: [] }
  return news.room ? snapshotOf(news.room) : undefined
}
