import { isEmailAddress, PAGE_SIZES, type Reason } from '@kla/proto/web'

/** Why something is not done. Nothing has changed then. */
export interface Refused {
  readonly refused: Reason
}

export const isRefused = (decision: object | string | number): decision is Refused =>
  typeof decision === 'object' && 'refused' in decision

/**
 * A text that somebody wrote, trimmed; refused when it is longer than `max` characters, counted as browsers count them,
 * or holds a zero character.
 */
export function plainText(given: string, max: number): string | Refused {
  const text = given.trim()
  // PostgreSQL has no room for a zero in a text.
  return text.length > max || text.includes('\0') ? { refused: 'INVALID_FIELD' } : text
}

/** Whether a value is one of a closed list. */
export const isOneOf = <const T extends string>(choices: readonly T[], value: string): value is T =>
  (choices as readonly string[]).includes(value)

/** Whether a number may be the id of an account or a row. */
export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

/** A part of a list. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** As far as anybody reads on: every row before a page costs time. */
const OFFSET_MAX = 1_000_000

/** One of the sizes that the console offers, and where it begins. */
export function pageAt(limit: number, offset: number): Page | Refused {
  const sound = (PAGE_SIZES as readonly number[]).includes(limit) && Number.isInteger(offset)
  return sound && offset >= 0 && offset <= OFFSET_MAX ? { limit, offset } : { refused: 'INVALID_FIELD' }
}

/** A pattern of SQL's LIKE for texts that contain `text`, in which nothing of it is a wildcard. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a text is one e-mail address, without a name before it, a second one, or an end of the command that carries it. */
export const isPlainAddress = (text: string): boolean => isEmailAddress(text) && !/[<>",;]/.test(text)
