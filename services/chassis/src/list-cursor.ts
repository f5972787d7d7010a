import { createHash } from 'node:crypto'
import type { Refused } from './errors.js'

/** Place of a row in a list: what the list is sorted by, the id last. */
export type Place = readonly (number | string)[]

/** Values of a place: integers from 0, texts of a pattern without dots, or one of these words. */
export type PlaceShape = readonly ('integer' | RegExp | readonly string[])[]

/** Ids of rows that are named by a UUID. */
export const UUID_SHAPE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Cursors of one list with its order and filters. */
export interface ListCursor {
  write(place: Place): string
  /** Returns undefined for an empty cursor, and refuses one of another list, order or filter. */
  read(cursor: string): Place | undefined | Refused
}

const BROKEN: Refused = {
  refused: 'INVALID_FIELD',
  text: "`after` doesn't belong to this list with these filters. Start again from the first page.",
}
const CURSOR_MAX = 200
const FINGERPRINT_LENGTH = 12

/** `list` is anything with a JSON form: name, order and filters. */
export function listCursor(list: unknown, shape: PlaceShape): ListCursor {
  const fingerprint = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, FINGERPRINT_LENGTH)
  return {
    write: (place) => Buffer.from([fingerprint, ...place].join('.')).toString('base64url'),
    read(cursor) {
      if (cursor === '') return undefined
      if (cursor.length > CURSOR_MAX) return BROKEN
      const [list, ...given] = Buffer.from(cursor, 'base64url').toString().split('.')
      if (list !== fingerprint || given.length !== shape.length) return BROKEN
      const place = given.map((value, at) => valueOf(value, shape[at]!))
      return place.includes(undefined) ? BROKEN : (place as Place)
    },
  }
}

function valueOf(given: string, shape: PlaceShape[number]): number | string | undefined {
  if (shape instanceof RegExp) return shape.test(given) ? given : undefined
  if (shape !== 'integer') return shape.includes(given) ? given : undefined
  return /^\d{1,16}$/.test(given) && Number.isSafeInteger(Number(given)) ? Number(given) : undefined
}

/** SQL for the microseconds of a column: milliseconds would skip rows of the same millisecond. */
export const microsecondsOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000000)::bigint`

/** SQL for the time of a parameter such as `$1` in microseconds. */
export const timeOf = (parameter: string): string =>
  `('epoch'::timestamptz + ${parameter}::double precision * interval '1 microsecond')`

/** Splits rows read with one row more than the limit: the page, and its last row if more follow. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
): { readonly rows: readonly Row[]; readonly last: Row | undefined } {
  return { rows: rows.slice(0, limit), last: rows.length > limit ? rows[limit - 1] : undefined }
}
