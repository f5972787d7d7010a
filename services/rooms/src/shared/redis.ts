import { shardOf } from './rules/room.js'

/** Keys of one script share a hash tag, for Redis Cluster. */
export interface Keys {
  /** Hash of `version`, `record` and `unplayed`. Outlives the room for a while. */
  room(roomId: string): string
  /** Sorted set of unpublished messages by version. */
  pending(roomId: string): string
  answer(shard: string, command: string): string
  onGateway(shard: string, gatewayId: string): string
  /** Sorted set of rooms by deadline. */
  due(shard: string): string
  /** Sorted set of rooms with pending messages, by when any pod may publish them. */
  unpublished(shard: string): string
  /** Sorted set of public rooms by rank. */
  list(shard: string): string
  /** Hash of `rooms` and `seats`. */
  counts(shard: string): string
  /** Hash of the pointer to the account's seat. */
  seat(accountId: number): string
  /** Hash of `version`, `untilMs`, `ageRevision`, `ageLocked`, `nameRevision` and `name`. */
  restrictions(accountId: number): string
  tries(roomId: string, accountId: number): string
  computations(accountId: number): string
  watchPass(hash: string): string
  /** Exists after a spectator's change of connection. */
  watchLimit(roomId: string, accountId: number): string
  /** Exists after a BePresent. The ties of a cup share a slot. */
  tiePresence(cupId: string, tieId: string, accountId: number): string
  /** Hash of meetings by the other account's field. */
  met(accountId: number): string
  /** Sorted set of the same fields by last time together. */
  metTimes(accountId: number): string
  /** Sorted set of accounts by when they stop counting. */
  publicNames: string
  /** Sorted set of gateways by end of lease. */
  leases: string
  lostWith(gatewayId: string): string
  /** Lease of the pod that sweeps gateways. */
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
    lostWith: (gatewayId) => `${prefix}{gateways}:lost:${gatewayId}`,
    leaseSweep: `${prefix}{gateways}:sweep`,
  }
}
