import type { CallContext } from '@kla/chassis'
import type { Permission } from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { type Columns, type Part, sendCsv } from '../csv.js'
import { onBehalfOf } from '../plugins/access.js'
import { limitPerAdministrator } from '../plugins/limits.js'
import { consoleCall, type Resource } from '../route.js'

const EXPORTS_PER_HOUR = 6
/** Time for the slowest browser. */
const DEADLINE_MS = 600_000
const CsvText = Type.String({ description: 'CSV after RFC 4180, UTF-8 with a byte order mark, times in UTC.' })

/** One list as a file. */
interface CsvFile<Query extends TSchema, List, Answer, Row> {
  /** The part of the address between `/admin/` and `.csv`. */
  readonly path: string
  /** Name of the file; by default the path. */
  readonly name?: string
  readonly permission: Permission
  readonly summary: string
  readonly querystring: Query
  readonly columns: Columns<Row>
  readonly list: (query: Static<Query>, request: FastifyRequest) => List | Promise<List>
  readonly read: (request: { readonly list: List }, context: CallContext) => AsyncIterable<Answer>
  readonly rows: (answer: Answer, request: FastifyRequest) => readonly Row[] | Promise<readonly Row[]>
}

/** Registers the file of one list. */
export type CsvRoute = ReturnType<typeof csvRoutes>

/** Registers some files with {@link CsvRoute}. */
export type Exports = (csvRoute: CsvRoute, deps: Parameters<Resource>[1]) => void

/** Routes that share one limit of files for each administrator. */
export function csvRoutes(app: Parameters<Resource>[0], now: () => number) {
  const preHandler = limitPerAdministrator(EXPORTS_PER_HOUR, now)
  return <Query extends TSchema, List, Answer extends { readonly total: number }, Row>({
    path,
    name = path,
    permission,
    summary,
    querystring,
    columns,
    list,
    read,
    rows,
  }: CsvFile<Query, List, Answer, Row>): void => {
    app.get(
      `/admin/${path}.csv`,
      { preHandler, config: { access: { permission } }, schema: consoleCall(summary, CsvText, { querystring }) },
      async (request, reply) => {
        const wanted = { list: await list(request.query as Static<Query>, request) }
        async function* parts(signal: AbortSignal): AsyncGenerator<Part<Row>> {
          const context = { ...onBehalfOf(request), deadlineMs: DEADLINE_MS, signal }
          for await (const answer of read(wanted, context))
            yield { rows: await rows(answer, request), total: answer.total }
        }
        return sendCsv(reply, { name, columns, parts, nowMs: now() })
      },
    )
  }
}
