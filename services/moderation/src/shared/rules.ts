import { GRAVE_CATEGORIES, isEmailAddress, PAGE_SIZES, type Reason, type ReportCategory } from '@kla/proto/web'

/** A domain refusal: nothing was changed. */
export interface Refused {
  readonly refused: Reason
}

export const isRefused = (decision: object | string | number): decision is Refused =>
  typeof decision === 'object' && 'refused' in decision

/** Trims a text; refuses one longer than `max` UTF-16 units, as browsers count, or with a zero character. */
export function plainText(given: string, max: number): string | Refused {
  const text = given.trim()
  // PostgreSQL cannot store a zero in a text.
  return text.length > max || text.includes('\0') ? { refused: 'INVALID_FIELD' } : text
}

export const isOneOf = <const T extends string>(choices: readonly T[], value: string): value is T =>
  (choices as readonly string[]).includes(value)

/** Whether a number may be the id of an account or a row. */
export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** Every row before a page costs time. */
const OFFSET_MAX = 1_000_000

/** A page of one of the sizes that the console offers. */
export function pageAt(limit: number, offset: number): Page | Refused {
  const sound = (PAGE_SIZES as readonly number[]).includes(limit) && Number.isInteger(offset)
  return sound && offset >= 0 && offset <= OFFSET_MAX ? { limit, offset } : { refused: 'INVALID_FIELD' }
}

/** A LIKE pattern for texts that contain `text`, with its wildcards escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a text is one bare e-mail address, which cannot carry a second one or end an SMTP command. */
export const isPlainAddress = (text: string): boolean => isEmailAddress(text) && !/[<>",;]/.test(text)

/** Grave reports (child safety, crime) exist only for administrators who may see them. */
export interface Visibility {
  readonly grave: boolean
}

const GRAVE: ReadonlySet<string> = new Set(GRAVE_CATEGORIES)

export const isGrave = (category: ReportCategory): boolean => GRAVE.has(category)
