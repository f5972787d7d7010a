import type { Seat, Watcher } from './gen/kla/rooms/v1/rooms.js'

/** Stays the same across hand-overs between connections. */
export const peerIdOf = ({ peerId, connection }: Pick<Seat | Watcher, 'peerId' | 'connection'>): string =>
  peerId ?? connection?.socketId ?? ''

/** Limit of accounts, and of rooms, in one FindSeats call. */
export const FIND_SEATS_MAX = 500

/** Limit of sessions in one CheckSessions call. */
export const CHECK_SESSIONS_MAX = 500

const SHARDS = 16

/** The creator determines the shard (last digit), so that a repeated command finds the first answer. */
export const roomIdFor = (creatorId: number, uuid: string): string =>
  uuid.slice(0, -1) + (creatorId % SHARDS).toString(SHARDS)
