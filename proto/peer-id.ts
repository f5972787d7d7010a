import type { Seat, Watcher } from './gen/kla/rooms/v1/rooms.js'

/** How other browsers know who sits or watches there; it stays while one connection hands over to the next. */
export const peerIdOf = ({ peerId, connection }: Pick<Seat | Watcher, 'peerId' | 'connection'>): string =>
  peerId ?? connection?.socketId ?? ''
