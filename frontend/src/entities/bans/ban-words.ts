import type { BanScope } from '@kla/proto/web'
import { endWords } from '../../shared/time/when-words.js'

/** What a ban of each scope means for the person, in one line. */
export const BAN_TITLES: Readonly<Record<BanScope, string>> = {
  global: 'This account is banned from Kla',
  rooms: 'This account is banned from rooms',
  chat: 'This account is banned from the chat',
  api: 'This account is banned from the shop and its library',
}

/** Until when, on this person's own clock. */
export function untilWords(expiresAt: string | null): string {
  if (expiresAt === null) return 'It is permanent.'
  return `It ends on ${endWords(expiresAt)}.`
}

/** Why, in the moderator's words where there are any. */
export const reasonWords = (reason: string | null): string =>
  reason === null || reason.trim() === '' ? 'For breaking the Terms of Service.' : `The reason: “${reason.trim()}”.`
