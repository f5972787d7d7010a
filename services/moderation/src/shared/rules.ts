import type { ListCursor, Place, Refused } from '@kla/chassis'
import {
  CHARACTER_UNITS_MAX,
  characterCount,
  GRAVE_CATEGORIES,
  isEmailAddress,
  PAGE_SIZES,
  refusedField,
  type ReportCategory,
  visibleText,
} from '@kla/proto/web'

export const isRefused = (decision: object | string | number): decision is Refused =>
  typeof decision === 'object' && 'refused' in decision

type Field = object | string | number

/** Returns the fields, or the first refusal among them. */
export function soundFields<Fields extends Readonly<Record<string, Field>>>(
  fields: Fields,
): { readonly [Name in keyof Fields]: Exclude<Fields[Name], Refused> } | Refused {
  return Object.values(fields).find(isRefused) ?? (fields as { [Name in keyof Fields]: Exclude<Fields[Name], Refused> })
}

/** Empty without a visible character. Refuses the field beyond `max` characters. */
export function plainText(given: string, max: number, field: string): string | Refused {
  const text = visibleText(given)
  if (text.length <= max) return text
  // Counting is slow, and a text of this length is too long in any case.
  const isLong = text.length > max * CHARACTER_UNITS_MAX || characterCount(text) > max
  return isLong ? refusedField(field) : text
}

/** Refuses the field if its text is too long or has no visible character. */
export function requiredText(given: string, max: number, field: string): string | Refused {
  const text = plainText(given, max, field)
  return text === '' ? refusedField(field) : text
}

export const choice = <const T extends string>(choices: readonly T[], value: string, field: string): T | Refused =>
  isOneOf(choices, value) ? value : refusedField(field)

export const isOneOf = <const T extends string>(choices: readonly T[], value: string): value is T =>
  (choices as readonly string[]).includes(value)

export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

export interface Page {
  readonly limit: number
  readonly offset: number
  /** The row before this page. Nothing is skipped or counted then. */
  readonly after?: Place
}

const OFFSET_MAX = 1_000_000

const LIMIT_MAX = 200

/** Takes any size from 1 to {@link LIMIT_MAX}. */
export function rowsAt(limit: number, offset: number): Page | Refused {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) return refusedField('limit')
  return Number.isInteger(offset) && offset >= 0 && offset <= OFFSET_MAX ? { limit, offset } : refusedField('offset')
}

/** True for a size that pages offer. */
export const isPageSize = (limit: number): boolean => PAGE_SIZES.some((size) => size === limit)

export function pageAt(limit: number, offset: number): Page | Refused {
  return isPageSize(limit) ? rowsAt(limit, offset) : refusedField('limit')
}

/** Reads a page by its number, or by the cursor `after` if there is one. */
export function pageFrom(
  given: { readonly page: number; readonly pageSize: number; readonly after?: string | undefined },
  cursor: ListCursor,
): Page | Refused {
  const { page, pageSize: limit, after } = given
  if (!isPageSize(limit)) return refusedField('pageSize')
  const rows = rowsFrom({ limit, offset: (page - 1) * limit, after }, cursor)
  return isRefused(rows) && !after ? refusedField('page') : rows
}

/** Reads rows by their offset, or by the cursor `after` if there is one. */
export function rowsFrom(
  given: { readonly limit: number; readonly offset: number; readonly after?: string | undefined },
  cursor: ListCursor,
): Page | Refused {
  const after = cursor.read(given.after ?? '')
  if (after === undefined) return rowsAt(given.limit, given.offset)
  if ('refused' in after) return after
  const rows = rowsAt(given.limit, 0)
  return isRefused(rows) ? rows : { ...rows, after }
}

/** Rejects names, second addresses and ends of SMTP commands. */
export const isPlainAddress = (text: string): boolean => isEmailAddress(text) && !/[<>",;]/.test(text)

/** What an administrator may see: grave reports (child safety, crime), and nothing about its own player account. */
export interface Visibility {
  readonly grave: boolean
  /** The declared player account. */
  readonly ownAccount?: number | undefined
}

/** True if this is the administrator's own player account, which others handle. Safety design W7. */
export const isOwn = ({ ownAccount }: Pick<Visibility, 'ownAccount'>, accountId: number): boolean =>
  ownAccount === accountId

/** SQL condition: the account in a column is not the administrator's own. */
export const notOwn = ({ ownAccount }: Pick<Visibility, 'ownAccount'>, column: string): string =>
  ownAccount === undefined ? 'true' : `${column} <> ${BigInt(ownAccount)}`

const GRAVE: ReadonlySet<string> = new Set(GRAVE_CATEGORIES)

/** A reporter who worries about someone does not learn what became of them. */
export const OUTCOME_UNTOLD: ReportCategory = 'self_harm'

export const isGrave = (category: ReportCategory): boolean => GRAVE.has(category)
