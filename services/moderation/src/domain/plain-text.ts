import type { Refused } from './refusal.js'

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
