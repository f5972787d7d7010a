import { Metadata, type ServiceError, status as Status } from '@grpc/grpc-js'
import { type ErrorCode, isReason, type Reason, REASONS, refusedField } from '@kla/proto/web'
import { stdSerializers } from 'pino'
import { outageOf } from './outages.js'

/** A reason and a message fit for players; the only error that crosses processes. */
export class KlaError extends Error {
  readonly code: ErrorCode
  /** Milliseconds until a retry makes sense. */
  readonly retryAfterMs: number | undefined

  constructor(
    readonly reason: Reason,
    message: string = REASONS[reason].text,
    options?: ErrorOptions & { readonly retryAfterMs?: number | undefined },
  ) {
    super(message, options)
    this.name = 'KlaError'
    this.code = REASONS[reason].code
    this.retryAfterMs = options?.retryAfterMs
  }

  /** Maps outages to UNAVAILABLE, the unexpected to INTERNAL. */
  static from(error: unknown): KlaError {
    if (error instanceof KlaError) return error
    if (isServiceError(error)) return fromServiceError(error)
    return new KlaError(outageOf(error) ? 'UNAVAILABLE' : 'INTERNAL', undefined, { cause: error })
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

// What grpc-js reports for an unreachable or late server.
const UNREACHABLE: ReadonlySet<number> = new Set([Status.UNAVAILABLE, Status.CANCELLED, Status.DEADLINE_EXCEEDED])

/** True if another server may answer. Broken connections end calls with INTERNAL and no reason. */
export const isRetryable = (error: ServiceError): boolean =>
  !isRefusal(error) && (UNREACHABLE.has(error.code) || (error.code === Status.INTERNAL && BROKEN.test(error.details)))

const BROKEN = /RST_STREAM|[Ss]ession closed|connection/

// Refusals are final, even with status UNAVAILABLE.
const isRefusal = (error: ServiceError): boolean => (error.metadata?.get(REASON_KEY).length ?? 0) > 0

/** How rules refuse: an answer, not an exception. */
export interface Refused {
  readonly refused: Reason
  readonly text?: string
}

/** INVALID_FIELD with the field's name. */
export const invalidField = (field: string): KlaError => new KlaError('INVALID_FIELD', refusedField(field).text)

export function accepted<T extends object | string | number>(decision: T | Refused): T {
  const { refused, text } = decision as Partial<Refused>
  if (refused) throw new KlaError(refused, text)
  return decision as T
}

const REASON_KEY = 'kla-reason'
const TEXT_KEY = 'kla-text-bin'
const RETRY_AFTER_KEY = 'kla-retry-after-ms'

export function toServiceError(error: KlaError): Partial<ServiceError> {
  const metadata = new Metadata()
  metadata.set(REASON_KEY, error.reason)
  metadata.set(TEXT_KEY, Buffer.from(error.message))
  if (error.retryAfterMs !== undefined) metadata.set(RETRY_AFTER_KEY, String(error.retryAfterMs))
  return { code: GRPC_STATUS[error.code], details: error.reason, metadata }
}

export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'metadata' in error
}

function fromServiceError(error: ServiceError): KlaError {
  const [reason] = error.metadata?.get(REASON_KEY) ?? []
  const [message] = error.metadata?.get(TEXT_KEY) ?? []
  if (typeof reason === 'string' && isReason(reason)) {
    const [retryAfter] = error.metadata.get(RETRY_AFTER_KEY)
    const retryAfterMs = retryAfter === undefined ? undefined : Number(retryAfter)
    return new KlaError(reason, message === undefined ? undefined : message.toString(), { cause: error, retryAfterMs })
  }
  return new KlaError(isRetryable(error) ? 'UNAVAILABLE' : 'INTERNAL', undefined, { cause: error })
}

const PRIVATE = '[private]'

/** Safe to log: libraries attach requests, rows, headers and addresses. */
const KEPT: ReadonlySet<string> = new Set([
  'type', 'message', 'stack', 'aggregateErrors', 'name', 'code', 'reason', 'errno', 'syscall', 'address', 'port',
  'status', 'statusCode', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'faults',
]) // oxfmt-ignore

const QUOTED: readonly (readonly [RegExp, string])[] = [
  [/(?:\.\.\.)?"(?:(?!\n {4}at ).)*"(?:\.\.\.)?(?= is not valid JSON)/gs, PRIVATE],
  [/(invalid input (?:syntax|value) for [^:\n]+: )"(?:(?!\n {4}at ).)*"/gs, `$1"${PRIVATE}"`],
  [/[\w.%+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi, PRIVATE],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, PRIVATE],
]

/** An error without private data, fit for a log. */
export const redactedError = (error: Error): unknown => redactedValue(stdSerializers.err(error))

function redactedFields(serialized: object): object {
  const kept = Object.entries(serialized).filter(([field]) => KEPT.has(field))
  return Object.fromEntries(kept.map(([field, value]) => [field, redactedValue(value)]))
}

function redactedValue(value: unknown): unknown {
  if (typeof value === 'string') return QUOTED.reduce((text, [shape, instead]) => text.replace(shape, instead), value)
  if (Array.isArray(value)) return value.map(redactedValue)
  return typeof value === 'object' && value !== null ? redactedFields(value) : value
}
