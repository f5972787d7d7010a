import { EXPORT_ROWS_MAX } from '@kla/proto/web'
import type { Place } from './list-cursor.js'

/** A page of an export: the first rows, or those after a place. */
export interface ExportedPage<At = Place> {
  readonly limit: number
  readonly offset: 0
  readonly after?: At
}

const PAGE_ROWS = 200

/** Reads a list page by page, at most EXPORT_ROWS_MAX rows, and no further than the consumer does. */
export async function* exportedPages<Row, At = Place>(
  read: (page: ExportedPage<At>) => Promise<{ readonly rows: readonly Row[]; readonly next: At | undefined }>,
  rowsMax = EXPORT_ROWS_MAX,
): AsyncGenerator<readonly Row[]> {
  let after: At | undefined
  for (let left = rowsMax; left > 0;) {
    const limit = Math.min(PAGE_ROWS, left)
    const { rows, next } = await read({ limit, offset: 0, ...(after !== undefined && { after }) })
    if (rows.length > 0) yield rows
    if (next === undefined) return
    after = next
    left -= rows.length
  }
}
