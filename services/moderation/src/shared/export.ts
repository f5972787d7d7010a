import type { Place } from '@kla/chassis'
import { EXPORT_ROWS_MAX } from '@kla/proto/web'
import type { Page } from './rules.js'

const PAGE_ROWS = 200

/** Reads a list page by page, at most EXPORT_ROWS_MAX rows, and no further than the consumer does. */
export async function* exportedPages<Row>(
  read: (page: Page) => Promise<{ readonly rows: readonly Row[]; readonly next: Place | undefined }>,
  rowsMax = EXPORT_ROWS_MAX,
): AsyncGenerator<readonly Row[]> {
  let after: Place | undefined
  for (let left = rowsMax; left > 0;) {
    const limit = Math.min(PAGE_ROWS, left)
    const { rows, next } = await read({ limit, offset: 0, ...(after && { after }) })
    if (rows.length > 0) yield rows
    if (!next) return
    after = next
    left -= rows.length
  }
}
