/** Why a store cannot serve, although nothing is wrong with what it was asked. */
export type Outage =
  /** Gone, or gone while it worked: the outcome may be unknown. */
  | 'lost'
  /** The server follows another, or is set to refuse writes. */
  | 'read-only'
  /** Out of memory, disk or connections, or without the replicas it must have. */
  | 'full'
  | 'starting'
  /** It gave up under load; a repeat may succeed. */
  | 'busy'

/** SQLSTATEs by class or in full (PostgreSQL, appendix A). */
const SQLSTATES: readonly (readonly [RegExp, Outage])[] = [
  // Connection exceptions; shutdown, crash and idle timeouts; a statement whose completion is unknown.
  [/^(08...|57P0[125]|25P0[34]|40003)$/, 'lost'],
  [/^25006$/, 'read-only'],
  [/^57P03$/, 'starting'],
  // Insufficient resources and I/O errors: a full disk, no memory, too many connections.
  [/^(53...|58030)$/, 'full'],
  // Serialization failures, also from a standby that catches up; deadlocks; locks; a statement's timeout.
  [/^(40001|40P01|55P03|57014)$/, 'busy'],
]

/** The first word of an error reply of Redis. */
const REPLIES: Readonly<Record<string, Outage>> = {
  READONLY: 'read-only',
  LOADING: 'starting',
  OOM: 'full',
  MISCONF: 'full',
  NOREPLICAS: 'full',
  MASTERDOWN: 'lost',
  CLUSTERDOWN: 'lost',
  UNBLOCKED: 'lost',
  TRYAGAIN: 'busy',
  BUSY: 'busy',
}

const SOCKET_CODES =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|E(HOST|NET)DOWN|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/

/** Codes of the NATS client. */
const NATS_CODES: ReadonlySet<string> = new Set([
  '503', 'TIMEOUT', 'DISCONNECT', 'CONNECTION_CLOSED', 'CONNECTION_DRAINING', 'CONNECTION_REFUSED', 'CONNECTION_TIMEOUT',
]) // prettier-ignore

/** Errors of clients that have no code: pg, then ioredis. */
const WORDS: readonly (readonly [RegExp, Outage])[] = [
  [/^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$|^Query read timeout$/, 'lost'],
  [
    /^(Command timed out|Connection is closed\.|Stream isn't writeable|Socket timeout\.|All sentinels are unreachable)/,
    'lost',
  ],
  [/^(Command aborted|Reached the max retries per request)/, 'lost'],
  [/max number of clients reached/, 'full'],
]

/** Returns undefined for anything else: a defect, or a refusal of what was asked. */
export function outageOf(error: unknown): Outage | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const {
    name,
    message: text,
    code,
    previousErrors,
  } = error as Partial<Record<'name' | 'message' | 'code' | 'previousErrors', unknown>>
  const message = String(text)
  if (name === 'ReplyError') return replyOutage(message, previousErrors)
  if (name === 'NatsError') return NATS_CODES.has(String(code)) ? 'lost' : undefined
  if (typeof code !== 'string') return WORDS.find(([words]) => words.test(message))?.[1]
  if (SOCKET_CODES.test(code)) return 'lost'
  return SQLSTATES.find(([states]) => states.test(code))?.[1]
}

/** A transaction of Redis names its cause in the errors before. */
function replyOutage(message: string, previous: unknown): Outage | undefined {
  const [word = ''] = message.split(' ', 1)
  if (word === 'EXECABORT' && Array.isArray(previous))
    return previous.map(outageOf).find((outage) => outage !== undefined)
  return REPLIES[word] ?? WORDS.find(([words]) => words.test(message))?.[1]
}
