const SHARDS = 16

/**
 * The id of a new room, from a fresh UUIDv7. Its last digit is the room's shard, and follows from the creator, so that a
 * repeated command finds the answer to the first one although it drew another id.
 */
export const roomIdFor = (creatorId: number, uuid: string): string =>
  uuid.slice(0, -1) + (creatorId % SHARDS).toString(SHARDS)
