import { isId } from '../plain-text.js'
import type { Refused } from '../refusal.js'
import type { ContextLine } from '../reports/context.js'

/** A chat line, and the room where it was said. */
export interface RoomLine extends ContextLine {
  readonly roomId: string
}

/** Lines of a room as text, as they are kept. */
export interface LinesText {
  readonly roomId: string
  /** JSON of {@link ContextLine}s. */
  readonly lines: string
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

/** Lines of several rooms as they are kept. */
export function textsOf(lines: readonly RoomLine[]): readonly LinesText[] {
  const rooms = new Map<string, ContextLine[]>()
  for (const { roomId, ...line } of lines) {
    const said = rooms.get(roomId)
    if (said) said.push(line)
    else rooms.set(roomId, [line])
  }
  return [...rooms].map(([roomId, said]) => ({ roomId, lines: JSON.stringify(said) }))
}

/** Texts that can be kept: all of a call, or none. */
export function readTexts(rooms: readonly LinesText[]): readonly LinesText[] | Refused {
  let count = 0
  for (const { roomId, lines } of rooms) {
    const read = readText(lines)
    count += read?.length ?? 0
    if (!read || !UUID.test(roomId) || count > LINES_MAX) return { refused: 'INVALID_FIELD' }
  }
  return rooms
}

function readText(text: string): readonly ContextLine[] | undefined {
  try {
    const lines: unknown = JSON.parse(text)
    return Array.isArray(lines) && lines.every(isLine) ? lines : undefined
  } catch {
    return undefined
  }
}

function isLine(value: unknown): value is ContextLine {
  const { lineId, accountId, username, message, saidAtMs } = (value ?? {}) as Partial<Record<keyof ContextLine, unknown>>
  return (
    typeof lineId === 'string' &&
    typeof accountId === 'number' &&
    typeof username === 'string' &&
    typeof message === 'string' &&
    typeof saidAtMs === 'number' &&
    isSoundLine({ lineId, accountId, username, message, saidAtMs })
  )
}

const isSound = ({ roomId, ...line }: RoomLine): boolean => UUID.test(roomId) && isSoundLine(line)

const isSoundLine = ({ lineId, accountId, username, message, saidAtMs }: ContextLine): boolean =>
  UUID.test(lineId) &&
  isId(accountId) &&
  Number.isSafeInteger(saidAtMs) &&
  [username, message].every((text) => text.length <= TEXT_MAX)
