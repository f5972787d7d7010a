import type { ServerEvents } from '@kla/proto/web'

export interface ChatLine {
  /** Rises from line to line. */
  key: number
  /** Null for the room's own announcements. */
  username: string | null
  text: string
}

/** Lines kept on screen. Two people talk here for some minutes; more would only weigh on the page. */
const KEPT = 200

/** Adds what the server passed on to the end. */
export function addLine(lines: readonly ChatLine[], message: ServerEvents['receive-message']): ChatLine[] {
  const key = (lines.at(-1)?.key ?? 0) + 1
  const line: ChatLine =
    'system' in message
      ? { key, username: null, text: message.text }
      : { key, username: message.username, text: message.message }
  return [...lines, line].slice(-KEPT)
}
