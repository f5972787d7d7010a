import { Readable } from 'node:stream'
import { KlaError } from '@kla/chassis'
import { EXPORT_ROWS_MAX } from '@kla/proto/web'
import type { FastifyReply } from 'fastify'

/** Value of a cell. */
export type Cell = string | number | boolean | null

/** Columns by their title, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Excel reads UTF-8 only with it. */
const BYTE_ORDER_MARK = '\uFEFF'
/**
 * Where spreadsheets would begin a formula: at the start of a text, and after a semicolon, a tab or a line break. One that
 * separates by other characters than commas begins a cell there, for it sees quotation marks only at the start of a cell.
 */
const FORMULA = /^(?=[=+\-@\t\r])|(?=[=+\-@])(?<=[;\t\r\n]"*)/g

/** A record after RFC 4180. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = cell.replaceAll(FORMULA, "'")
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A page of an export; the first one says how many rows match. */
export interface Part<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

interface CsvFile<Row> {
  readonly name: string
  readonly columns: Columns<Row>
  /** Ends when the signal does. */
  readonly parts: (signal: AbortSignal) => AsyncIterable<Part<Row>>
  readonly nowMs: number
}

/** Streams a file as fast as the browser reads it. A refusal before the first part is an ordinary answer. */
export async function sendCsv<Row>(
  reply: FastifyReply,
  { name, columns, parts, nowMs }: CsvFile<Row>,
): Promise<FastifyReply> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const reading = parts(gone.signal)[Symbol.asyncIterator]()
  const first = await reading.next()
  if (first.done) throw new KlaError('INTERNAL')
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="kla-${name}-${new Date(nowMs).toISOString().slice(0, 10)}.csv"`,
    'cache-control': 'no-store',
    'x-total-count': first.value.total,
  })
  return reply.send(Readable.from(linesOf(first.value, reading, columns), { objectMode: false }))
}

async function* linesOf<Row>(
  first: Part<Row>,
  reading: AsyncIterator<Part<Row>>,
  columns: Columns<Row>,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  const textOf = (rows: readonly Row[]): string => rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
  try {
    yield BYTE_ORDER_MARK + csvLine(Object.keys(columns)) + textOf(first.rows)
    for (let part = await reading.next(); !part.done; part = await reading.next()) {
      if (part.value.rows.length > 0) yield textOf(part.value.rows)
    }
    if (first.total > EXPORT_ROWS_MAX)
      yield csvLine([`This file has the first ${EXPORT_ROWS_MAX} rows. Filter the list for the others.`])
  } finally {
    await reading.return?.()
  }
}
