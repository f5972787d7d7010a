import { shardOf } from './rules/room.js'

/** The name of every key. What one script touches shares a hash tag, so that Redis Cluster can split the rest. */
export interface Keys {
  /** Hash: `version`, `record`, `unplayed`. A closed room keeps its version for a while. */
  room(roomId: string): string
  /** Sorted set of versions with messages that nobody has been told yet. */
  pending(roomId: string): string
  /** The answer to a command. */
  answer(shard: string, command: string): string
  /** Set of rooms of this shard with a connection on a gateway. */
  onGateway(shard: string, gatewayId: string): string
  /** Sorted set of rooms by the time of their next deadline. */
  due(shard: string): string
  /** Sorted set of rooms with pending messages by the time from which anybody may tell them. */
  unpublished(shard: string): string
  /** Sorted set of public rooms, the first in the list highest. */
  list(shard: string): string
  /** Hash: `rooms`, `seats`. */
  counts(shard: string): string
  /** Hash: the room an account sits in, or is about to. */
  seat(accountId: number): string
  /** Hash: `version`, `untilMs`: until when rooms are closed to an account, as of a version of its bans. */
  restrictions(accountId: number): string
  /** Wrong passcodes of an account at a room in the current minute. */
  tries(roomId: string, accountId: number): string
  /** Passcodes computed for an account in the current minute. */
  computations(accountId: number): string
  /** What a judge's pass opens, by the hash of the pass. */
  watchPass(hash: string): string
  /** There while a spectator has lately begun to watch a room. */
  watchLimit(roomId: string, accountId: number): string
  /** There while somebody who plays in a tie has lately said "I am here". The ties of a cup share a slot. */
  tiePresence(cupId: string, tieId: string, accountId: number): string
  /** Hash: what an account remembers of each it has met, by the other's id. */
  met(accountId: number): string
  /** Sorted set of those ids by the last time together, Unix milliseconds. */
  metTimes(accountId: number): string
  /** Sorted set of accounts that are named on leaderboards, by until when that counts. */
  publicNames: string
  /** Sorted set of gateways by the end of their lease. */
  leases: string
  /** Held by the pod that looks after silent gateways right now. */
  leaseSweep: string
}

export function createKeys(prefix: string): Keys {
  const inShard = (shard: string, name: string): string => `${prefix}{s${shard}}:${name}`
  return {
    room: (roomId) => inShard(shardOf(roomId), `room:${roomId}`),
    pending: (roomId) => inShard(shardOf(roomId), `pending:${roomId}`),
    answer: (shard, command) => inShard(shard, `answer:${command}`),
    onGateway: (shard, gatewayId) => inShard(shard, `gateway:${gatewayId}`),
    due: (shard) => inShard(shard, 'due'),
    unpublished: (shard) => inShard(shard, 'untold'),
    list: (shard) => inShard(shard, 'list'),
    counts: (shard) => inShard(shard, 'census'),
    seat: (accountId) => `${prefix}seat:{${accountId}}`,
    restrictions: (accountId) => `${prefix}bar:{${accountId}}`,
    tries: (roomId, accountId) => `${prefix}tries:{${roomId}:${accountId}}`,
    computations: (accountId) => `${prefix}passcodes:{${accountId}}`,
    watchPass: (hash) => `${prefix}watch-pass:{${hash}}`,
    watchLimit: (roomId, accountId) => `${prefix}watch-pace:{${roomId}:${accountId}}`,
    tiePresence: (cupId, tieId, accountId) => `${prefix}present:{${cupId}}:${tieId}:${accountId}`,
    met: (accountId) => `${prefix}met:{${accountId}}`,
    metTimes: (accountId) => `${prefix}met:{${accountId}}:times`,
    publicNames: `${prefix}public-names`,
    leases: `${prefix}{gateways}:leases`,
    leaseSweep: `${prefix}{gateways}:sweep`,
  }
}

/** Lua: `now`, Redis' own time in Unix milliseconds, on which all pods agree. */
export const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
