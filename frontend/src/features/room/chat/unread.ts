import { type ChatLine, isWrittenBy, type Writer } from '../../../entities/room/chat-lines.js'

/** Lines of others after the one with the key `readTo`. */
export const unreadSince = (lines: readonly ChatLine[], readTo: number, me: Writer): number =>
  lines.filter((line) => line.key > readTo && line.username !== null && !isWrittenBy(line, me)).length
