import type { Seat, Watcher } from './gen/kla/rooms/v1/rooms.js'

/** Survives a hand-over between connections. */
export const peerIdOf = ({ peerId, connection }: Pick<Seat | Watcher, 'peerId' | 'connection'>): string =>
  peerId ?? connection?.socketId ?? ''
