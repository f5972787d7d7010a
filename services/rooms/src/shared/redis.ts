import { shardOf } from './rules/room.js'

/** Redis keys of rooms; those of one script share a hash tag. */
export interface Keys {
  /** Hash of `version`, `record` and `unplayed`; outlives the room. */
  room(roomId: string): string
  /** Sorted set of messages by version. */
  pending(roomId: string): string
  answer(shard: string, command: string): string
  onGateway(shard: string, gatewayId: string): string
  /** Sorted set of rooms by deadline. */
  due(shard: string): string
  /** Sorted set by when any pod may publish. */
  unpublished(shard: string): string
  /** Sorted set of public rooms by rank. */
  list(shard: string): string
  /** Hash of `rooms` and `seats`. */
  counts(shard: string): string
  /** Set of rooms with two players, by mode and category. */
  playing(shard: string, pool: string): string
  seat(accountId: number): string
  /** Hash of `version`, `untilMs`, `ageRevision`, `ageLocked`, `nameRevision`, `name`. */
  restrictions(accountId: number): string
  tries(roomId: string, accountId: number): string
  computations(accountId: number): string
  watchPass(hash: string): string
  /** Hash of a used pass's grant by request. */
  usedPass(hash: string): string
  watchLimit(roomId: string, accountId: number): string
  tiePresence(cupId: string, tieId: string, accountId: number): string
  /** Hash by the other account's field. */
  met(accountId: number): string
  /** Sorted set of these fields by time. */
  metTimes(accountId: number): string
  /** Sorted set of accounts by expiry. */
  publicNames: string
  leases: string
  lostWith(gatewayId: string): string
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
    unpublished: (shard) => inShard(shard, 'unpublished'),
    list: (shard) => inShard(shard, 'list'),
    counts: (shard) => inShard(shard, 'census'),
    playing: (shard, pool) => inShard(shard, `playing:${pool}`),
    seat: (accountId) => `${prefix}seat:{${accountId}}`,
    restrictions: (accountId) => `${prefix}bar:{${accountId}}`,
    tries: (roomId, accountId) => `${prefix}tries:{${roomId}:${accountId}}`,
    computations: (accountId) => `${prefix}passcodes:{${accountId}}`,
    watchPass: (hash) => `${prefix}watch-pass:{${hash}}`,
    usedPass: (hash) => `${prefix}watch-pass:{${hash}}:used`,
    watchLimit: (roomId, accountId) => `${prefix}watch-pace:{${roomId}:${accountId}}`,
    tiePresence: (cupId, tieId, accountId) => `${prefix}present:{${cupId}}:${tieId}:${accountId}`,
    met: (accountId) => `${prefix}met:{${accountId}}`,
    metTimes: (accountId) => `${prefix}met:{${accountId}}:times`,
    publicNames: `${prefix}public-names`,
    leases: `${prefix}{gateways}:leases`,
    lostWith: (gatewayId) => `${prefix}{gateways}:lost:${gatewayId}`,
    leaseSweep: `${prefix}{gateways}:sweep`,
  }
}
