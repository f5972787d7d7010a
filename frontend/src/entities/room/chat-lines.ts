import type { KeptLineEntry, ServerEvents } from '@kla/proto/web'

export interface ChatLine {
  key: number
  id?: string
  username: string | null
  /** Absent in announcements and from older servers. */
  senderId?: number
  text: string
}

const KEPT = 200

const writerOfLine = ({ username, id, senderId }: { username: string; id?: string; senderId?: number }) => ({
  username,
  ...(id === undefined ? {} : { id }),
  ...(senderId === undefined ? {} : { senderId }),
})

/** By the account, where the server sends it; null if no player wrote the line. */
export const writerOf = <Player extends { id: number; username: string }>(
  players: readonly Player[],
  { senderId, username }: ChatLine,
): Player | null => players.find((player) => (senderId === undefined ? player.username === username : player.id === senderId)) ?? null

export function addLine(lines: readonly ChatLine[], message: ServerEvents['receive-message']): ChatLine[] {
  const key = (lines.at(-1)?.key ?? 0) + 1
  const line: ChatLine =
    'system' in message
      ? { key, username: null, text: message.text }
      : { key, ...writerOfLine(message), text: message.message }
  return [...lines, line].slice(-KEPT)
}

/** Each line once: older lines before the first known one, the rest at the end. */
export function mergeLines(lines: readonly ChatLine[], kept: readonly KeptLineEntry[]): ChatLine[] {
  const known = new Set(lines.flatMap(({ id }) => (id === undefined ? [] : [id])))
  const firstKnown = Math.max(0, kept.findIndex(({ id }) => known.has(id)))
  const earlier = kept.slice(0, firstKnown)
  const firstKey = lines[0]?.key ?? 1
  const before = earlier.map((line, at): ChatLine => {
    return { key: firstKey - earlier.length + at, ...writerOfLine(line), text: line.message }
  })
  return kept
    .slice(firstKnown)
    .filter(({ id }) => !known.has(id))
    .reduce<ChatLine[]>(addLine, [...before, ...lines].slice(-KEPT))
}
