import type { KeptLineEntry, ServerEvents } from '@kla/proto/web'

export interface ChatLine {
  /** Rises from line to line. */
  key: number
  /** The server's name for it, where it has one. */
  id?: string
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
      : { key, username: message.username, text: message.message, ...(message.id === undefined ? {} : { id: message.id }) }
  return [...lines, line].slice(-KEPT)
}

/**
 * Takes in what was said before this page came, or while it missed something: each line once, what is older than the first
 * one that is known before it, the rest at the end.
 */
export function mergeLines(lines: readonly ChatLine[], kept: readonly KeptLineEntry[]): ChatLine[] {
  const known = new Set(lines.flatMap(({ id }) => (id === undefined ? [] : [id])))
  const firstKnown = Math.max(0, kept.findIndex(({ id }) => known.has(id)))
  const earlier = kept.slice(0, firstKnown)
  const firstKey = lines[0]?.key ?? 1
  const before = earlier.map(({ id, username, message }, at): ChatLine => {
    return { key: firstKey - earlier.length + at, id, username, text: message }
  })
  return kept
    .slice(firstKnown)
    .filter(({ id }) => !known.has(id))
    .reduce<ChatLine[]>(addLine, [...before, ...lines].slice(-KEPT))
}
