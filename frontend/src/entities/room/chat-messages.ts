import type { KeptLineEntry, ServerEvents } from '@kla/proto/web'

/** One chat message as shown. */
export interface ChatMessage {
  key: number
  id?: string
  username: string | null
  /** Absent in announcements and from older servers. */
  senderId?: number
  text: string
  /** Covered text, shown on request. */
  original?: string
  /** True if others see contact details covered. */
  coveredForOthers?: true
}

const KEPT = 200

type Said = Extract<ServerEvents['receive-message'], { message: string }>

const lineOf = (key: number, { username, message, id, senderId, original, coveredForOthers }: Said): ChatMessage => ({
  key,
  username,
  text: message,
  ...(id === undefined ? {} : { id }),
  ...(senderId === undefined ? {} : { senderId }),
  ...(original === undefined ? {} : { original }),
  ...(coveredForOthers ? { coveredForOthers } : {}),
})

/** A player who may have written a message. */
export interface Writer {
  readonly id: number
  readonly username: string | undefined
}

/** Compares names where ids are missing. */
export const isWrittenBy = ({ senderId, username }: ChatMessage, writer: Writer): boolean =>
  senderId === undefined ? username !== null && username === writer.username : senderId === writer.id

/** Returns the message's writer; null if no player wrote it. */
export const writerOf = <Player extends Writer>(players: readonly Player[], line: ChatMessage): Player | null =>
  players.find((player) => isWrittenBy(line, player)) ?? null

/** Counts messages by others after `readTo`. */
export const unreadSince = (lines: readonly ChatMessage[], readTo: number, me: Writer): number =>
  lines.filter((line) => line.key > readTo && line.username !== null && !isWrittenBy(line, me)).length

/** Adds a message at the end unless it is shown: a room's state on a new connection can have it before the old one. */
export function addMessage(lines: readonly ChatMessage[], message: ServerEvents['receive-message']): ChatMessage[] {
  const key = (lines.at(-1)?.key ?? 0) + 1
  const line: ChatMessage = 'system' in message ? { key, username: null, text: message.text } : lineOf(key, message)
  if (line.id !== undefined && lines.some(({ id }) => id === line.id)) return [...lines]
  return [...lines, line].slice(-KEPT)
}

/** Merges without duplicates: older messages first, the rest at the end. */
export function mergeMessages(lines: readonly ChatMessage[], kept: readonly KeptLineEntry[]): ChatMessage[] {
  const known = new Set(lines.flatMap(({ id }) => (id === undefined ? [] : [id])))
  const firstKnown = Math.max(
    0,
    kept.findIndex(({ id }) => known.has(id)),
  )
  const earlier = kept.slice(0, firstKnown)
  const firstKey = lines[0]?.key ?? 1
  const before = earlier.map((line, at) => lineOf(firstKey - earlier.length + at, line))
  return kept
    .slice(firstKnown)
    .filter(({ id }) => !known.has(id))
    .reduce<ChatMessage[]>(addMessage, [...before, ...lines].slice(-KEPT))
}
