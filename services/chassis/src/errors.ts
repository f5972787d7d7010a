import { Metadata, type ServiceError, status as Status } from '@grpc/grpc-js'
import { stdSerializers } from 'pino'
import { type ErrorCode, isReason, type Reason, REASONS } from '@kla/proto/web'

/** A refusal that a caller may be told. The only error class that crosses a process border. */
export class KlaError extends Error {
  readonly code: ErrorCode

  /** `message` replaces the reason's own text where it can say more; it must be fit to show a person. */
  constructor(
    readonly reason: Reason,
    message: string = REASONS[reason].text,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'KlaError'
    this.code = REASONS[reason].code
  }

  /** Any error as a KlaError: itself, one that came by gRPC, UNAVAILABLE for a lost connection, INTERNAL for the rest. */
  static from(error: unknown): KlaError {
    if (error instanceof KlaError) return error
    if (isServiceError(error)) return fromServiceError(error)
    return new KlaError(isLostConnection(error) ? 'UNAVAILABLE' : 'INTERNAL', undefined, { cause: error })
  }
}

const GRPC_STATUS: Readonly<Record<ErrorCode, Status>> = {
  invalid_argument: Status.INVALID_ARGUMENT,
  unauthenticated: Status.UNAUTHENTICATED,
  permission_denied: Status.PERMISSION_DENIED,
  not_found: Status.NOT_FOUND,
  already_exists: Status.ALREADY_EXISTS,
  failed_precondition: Status.FAILED_PRECONDITION,
  resource_exhausted: Status.RESOURCE_EXHAUSTED,
  aborted: Status.ABORTED,
  unavailable: Status.UNAVAILABLE,
  internal: Status.INTERNAL,
}

// What grpc-js gives a call whose server is gone or late.
const UNREACHABLE: ReadonlySet<number> = new Set([
  Status.UNAVAILABLE,
  Status.CANCELLED,
  Status.DEADLINE_EXCEEDED,
])

/**
 * Whether a call failed on its way, so that a repeat may reach another server. A connection that breaks under many calls
 * at once ends them with INTERNAL, which a service that meant it would have given a reason.
 */
export const failedOnTheWay = (error: ServiceError): boolean =>
  !isRefusal(error) && (UNREACHABLE.has(error.code) || (error.code === Status.INTERNAL && BROKEN.test(error.details)))

// The words of grpc-js; it has no code for this.
const BROKEN = /RST_STREAM|[Ss]ession closed|connection/

// A refusal that the service meant is final, even if its status is UNAVAILABLE.
const isRefusal = (error: ServiceError): boolean => (error.metadata?.get(REASON_KEY).length ?? 0) > 0

const REASON_KEY = 'kla-reason'
const TEXT_KEY = 'kla-text-bin'

/** What a server sends for an error: status, reason and text. */
export function toServiceError(error: KlaError): Partial<ServiceError> {
  const metadata = new Metadata()
  metadata.set(REASON_KEY, error.reason)
  metadata.set(TEXT_KEY, Buffer.from(error.message))
  return { code: GRPC_STATUS[error.code], details: error.reason, metadata }
}

/** Whether an error came from a gRPC call. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'metadata' in error
}

function fromServiceError(error: ServiceError): KlaError {
  const [reason] = error.metadata?.get(REASON_KEY) ?? []
  const [message] = error.metadata?.get(TEXT_KEY) ?? []
  if (typeof reason === 'string' && isReason(reason)) {
    return new KlaError(reason, message === undefined ? undefined : message.toString(), { cause: error })
  }
  return new KlaError(failedOnTheWay(error) ? 'UNAVAILABLE' : 'INTERNAL', undefined, { cause: error })
}

/** Whether a connection, to PostgreSQL above all, was lost or not to be had: the same may well work in a moment. */
function isLostConnection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? LOST_CODE.test(code) : LOST_WORDS.test(String(message)) || isMute(error)
}

/** Whether PostgreSQL said nothing to a statement, not even that it took too long. */
export const isMute = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

// The server is shutting down, has crashed, is starting up or has no connection left; connection exceptions; and what the system says of a socket.
const LOST_CODE = /^(57P0[123]|53300|08...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
// The words of pg and its pool; they have no code for this.
const LOST_WORDS = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/

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
