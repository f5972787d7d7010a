import type { Refused } from '@kla/chassis'
import { GRAVE_CATEGORIES, isEmailAddress, PAGE_SIZES, type ReportCategory, visibleText } from '@kla/proto/web'

export const isRefused = (decision: object | string | number): decision is Refused =>
  typeof decision === 'object' && 'refused' in decision

/** Empty without a visible character. Refuses more than `max` UTF-16 units. */
export function plainText(given: string, max: number): string | Refused {
  const text = visibleText(given)
  return text.length > max ? { refused: 'INVALID_FIELD' } : text
}

export const isOneOf = <const T extends string>(choices: readonly T[], value: string): value is T =>
  (choices as readonly string[]).includes(value)

export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

export interface Page {
  readonly limit: number
  readonly offset: number
}

const OFFSET_MAX = 1_000_000

const LIMIT_MAX = 200

/** Takes any size from 1 to {@link LIMIT_MAX}. */
export function rowsAt(limit: number, offset: number): Page | Refused {
  const sound = Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX && Number.isInteger(offset)
  return sound && offset >= 0 && offset <= OFFSET_MAX ? { limit, offset } : { refused: 'INVALID_FIELD' }
}

/** True for a size that pages offer. */
export const isPageSize = (limit: number): boolean => PAGE_SIZES.some((size) => size === limit)

export function pageAt(limit: number, offset: number): Page | Refused {
  return isPageSize(limit) ? rowsAt(limit, offset) : { refused: 'INVALID_FIELD' }
}

/** Rejects names, second addresses and ends of SMTP commands. */
export const isPlainAddress = (text: string): boolean => isEmailAddress(text) && !/[<>",;]/.test(text)

/** Access to grave reports (child safety, crime), which only some administrators have. */
export interface Visibility {
  readonly grave: boolean
}

const GRAVE: ReadonlySet<string> = new Set(GRAVE_CATEGORIES)

export const isGrave = (category: ReportCategory): boolean => GRAVE.has(category)
