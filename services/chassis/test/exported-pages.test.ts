import { describe, expect, test } from '@jest/globals'
import { type ExportedPage, exportedPages } from '../src/exported-pages.js'
import type { Place } from '../src/list-cursor.js'

describe('exportedPages', () => {
  const read =
    (asked: ExportedPage[], rowsThere: number) =>
    async (page: ExportedPage): Promise<{ rows: number[]; next: Place | undefined }> => {
      asked.push(page)
      const from = Number(page.after?.[0] ?? 0)
      const rows = Array.from({ length: Math.min(page.limit, rowsThere - from) }, (_, at) => from + at + 1)
      const last = from + rows.length
      return { rows, next: last < rowsThere ? [last] : undefined }
    }

  test.each([0, 1, 200, 201, 999])('reads %i rows once and in order', async (there) => {
    const rows: number[] = []
    for await (const page of exportedPages(read([], there), 1_000)) rows.push(...page)
    expect(rows).toEqual(Array.from({ length: there }, (_, at) => at + 1))
  })

  test('stops at the limit', async () => {
    const rows: number[] = []
    for await (const page of exportedPages(read([], 5_000), 450)) rows.push(...page)
    expect(rows).toHaveLength(450)
  })

  test('reads no page that is not asked for', async () => {
    const asked: ExportedPage[] = []
    for await (const page of exportedPages(read(asked, 5_000))) if (page[0] === 201) break
    expect(asked).toHaveLength(2)
  })
})
