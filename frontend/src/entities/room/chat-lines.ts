import type { KeptLineEntry, ServerEvents } from '@kla/proto/web'

export interface ChatLine {
  key: number
  id?: string
  username: string | null
  /** The writer's account; a name may have changed since. */
  senderId?: number
  text: string
}

const KEPT = 200

export function addLine(lines: readonly ChatLine[], message: ServerEvents['receive-message']): ChatLine[] {
  const key = (lines.at(-1)?.key ?? 0) + 1
  const line: ChatLine =
    'system' in message
      ? { key, username: null, text: message.text }
      : { key, username: message.username, text: message.message, ...marksOf(message) }
  return [...lines, line].slice(-KEPT)
}

const marksOf = ({ id, senderId }: { id?: string; senderId?: number }): Pick<ChatLine, 'id' | 'senderId'> => ({
  ...(id === undefined ? {} : { id }),
  ...(senderId === undefined ? {} : { senderId }),
})

/** Merges the server's history: each line once, older lines before the first known one, the rest at the end. */
export function mergeLines(lines: readonly ChatLine[], kept: readonly KeptLineEntry[]): ChatLine[] {
  const known = new Set(lines.flatMap(({ id }) => (id === undefined ? [] : [id])))
  const firstKnown = Math.max(0, kept.findIndex(({ id }) => known.has(id)))
  const earlier = kept.slice(0, firstKnown)
  const firstKey = lines[0]?.key ?? 1
  const before = earlier.map((line, at): ChatLine => {
    return { key: firstKey - earlier.length + at, username: line.username, text: line.message, ...marksOf(line) }
  })
  return kept
    .slice(firstKnown)
    .filter(({ id }) => !known.has(id))
    .reduce<ChatLine[]>(addLine, [...before, ...lines].slice(-KEPT))
}
