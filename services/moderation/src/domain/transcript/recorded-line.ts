import { isId } from '../plain-text.js'
import type { Refused } from '../refusal.js'
import type { ContextLine } from '../reports/context.js'

/** A chat line, and the room where it was said. */
export interface RoomLine extends ContextLine {
  readonly roomId: string
}

/** Lines in one call: far more than a gateway hands in at once. */
const LINES_MAX = 5_000
/** More than gateways let through as a name or a message, in UTF-16 units: nothing longer becomes evidence. */
const TEXT_MAX = 2_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Lines that can be kept: all of a call, or none. */
export function readLines(lines: readonly RoomLine[]): readonly RoomLine[] | Refused {
  const sound = lines.length <= LINES_MAX && lines.every(isSound)
  return sound ? lines : { refused: 'INVALID_FIELD' }
}

const isSound = ({ lineId, roomId, accountId, username, message, saidAtMs }: RoomLine): boolean =>
  UUID.test(lineId) &&
  UUID.test(roomId) &&
  isId(accountId) &&
  Number.isSafeInteger(saidAtMs) &&
  [username, message].every((text) => text.length <= TEXT_MAX)
