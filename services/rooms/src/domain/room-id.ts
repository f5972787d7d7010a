/** Rooms are spread over this many shards; all keys of a shard live in one hash slot. One hexadecimal digit's worth. */
export const SHARDS: readonly string[] = [...'0123456789abcdef']

const ROOM_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whether a text can be a room's id at all. */
export const isRoomId = (text: string): boolean => ROOM_ID.test(text)

/** The shard of a room: the last digit of its id, which is random. */
export const shardOf = (roomId: string): string => roomId.slice(-1)
