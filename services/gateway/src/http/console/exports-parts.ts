import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Part } from '../csv.js'
import type { Resource } from '../route.js'

/** Registers the files of some lists; `preHandler` limits how many an administrator gets. */
export type Exports = (
  app: Parameters<Resource>[0],
  deps: Parameters<Resource>[1],
  preHandler: (request: FastifyRequest) => Promise<void>,
) => void

/** Time for the slowest browser. */
export const DEADLINE = { deadlineMs: 600_000 } as const
export const CsvText = Type.String({ description: 'CSV after RFC 4180, UTF-8 with a byte order mark, times in UTC.' })

/** Reads the rows of each answer. */
export async function* partsOf<Answer extends { readonly total: number }, Row>(
  answers: AsyncIterable<Answer>,
  rowsOf: (answer: Answer) => readonly Row[] | Promise<readonly Row[]>,
): AsyncGenerator<Part<Row>> {
  for await (const answer of answers) yield { rows: await rowsOf(answer), total: answer.total }
}
