import { stdSerializers } from 'pino'

const PRIVATE = '[private]'

/**
 * The fields of an error that reach a log: what failed and how, from closed sets. Libraries hang requests, rows, headers
 * and addresses on theirs.
 */
const KEPT: ReadonlySet<string> = new Set([
  'type', 'message', 'stack', 'aggregateErrors', 'name', 'code', 'reason', 'errno', 'syscall', 'address', 'port',
  'status', 'statusCode', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'faults',
]) // prettier-ignore

/** What an error says in its text that came from outside: parsers quote what they could not read. */
const QUOTED: readonly (readonly [RegExp, string])[] = [
  // V8, of JSON.parse.
  [/(?:\.\.\.)?"(?:(?!\n {4}at ).)*"(?:\.\.\.)?(?= is not valid JSON)/gs, PRIVATE],
  // PostgreSQL.
  [/(invalid input (?:syntax|value) for [^:\n]+: )"(?:(?!\n {4}at ).)*"/gs, `$1"${PRIVATE}"`],
  // An e-mail address, and a signed token, whoever quotes them.
  [/[\w.%+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi, PRIVATE],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, PRIVATE],
]

/** An error as a log may have it. */
export const discreetError = (error: Error): unknown => discreetValue(stdSerializers.err(error))

function discreet(serialized: object): object {
  const kept = Object.entries(serialized).filter(([field]) => KEPT.has(field))
  return Object.fromEntries(kept.map(([field, value]) => [field, discreetValue(value)]))
}

function discreetValue(value: unknown): unknown {
  if (typeof value === 'string') return QUOTED.reduce((text, [shape, instead]) => text.replace(shape, instead), value)
  if (Array.isArray(value)) return value.map(discreetValue)
  return typeof value === 'object' && value !== null ? discreet(value) : value
}
