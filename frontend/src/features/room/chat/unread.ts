import type { ChatLine } from '../../../entities/room/chat-lines.js'

interface Writer {
  readonly id: number
  readonly username: string | undefined
}

/** By the account, where the server tells it. */
export const isWrittenBy = ({ senderId, username }: ChatLine, writer: Writer): boolean =>
  senderId === undefined ? username !== null && username === writer.username : senderId === writer.id

/** Lines of others after the one with the key `readTo`. */
export const unreadSince = (lines: readonly ChatLine[], readTo: number, me: Writer): number =>
  lines.filter((line) => line.key > readTo && line.username !== null && !isWrittenBy(line, me)).length
