import { type TSchema, Type } from 'typebox'
import { PAGE_SIZES, SEARCH_MAX } from '../moderation.js'

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const iso = Type.String({ description: 'ISO 8601.' })
export const isoOrNull = nullable(iso)
/** Number schemas would turn 7.5 into 7. */
export const idText = Type.String({ pattern: '^[1-9][0-9]{0,14}$' })
export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const countText = Type.String({ pattern: '^[0-9]{1,9}$' })
export const pageText = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })
export const pageSizeText = Type.Enum(PAGE_SIZES.map(String))
/** 1 to 200 rows. */
export const limitText = Type.String({ pattern: '^([1-9][0-9]?|1[0-9]{2}|200)$' })
/** Empty text means no filter. */
export const orEmpty = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Literal('')]))
export const anyOf = <const Values extends string[]>(values: readonly [...Values]) => orEmpty(Type.Enum(values))
export const search = Type.Optional(Type.String({ maxLength: SEARCH_MAX }))
export const flag = orEmpty(Type.Enum(['0', '1']))

/** Opaque: `next` of the page before, for the same filters and order. */
export const cursorText = orEmpty(Type.String({ maxLength: 200 }))
const total = nullable(Type.Integer({ description: 'Null with `after`.' }))
export const nextCursor = nullable(
  Type.String({ description: 'Send it as `after` for the rows that follow. Null at the end.' }),
)
/** What a page by number and cursor answers. Pages after a cursor count nothing. */
export const pagedFields = { total, page: Type.Integer(), next: nextCursor }

export const IdParams = Type.Object({ id: idText })
const UUID_PATTERN = '^[0-9a-fA-F-]{36}$'
export const uuidText = Type.String({ pattern: UUID_PATTERN })
/** Id of something new; `repeat` says what sending it again does. */
export const chosenUuid = (repeat: string) =>
  Type.String({ pattern: UUID_PATTERN, description: `A UUID chosen by the client; a repeat ${repeat}.` })
export const UuidParams = Type.Object({ id: uuidText })
