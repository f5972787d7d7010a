import { isNatsOutage, natsCause } from './nats/nats-errors.js'

/** Why a store cannot serve a valid request. */
export type Outage =
  /** Connection lost; the outcome may be unknown. */
  | 'lost'
  /** A replica, or set to refuse writes. */
  | 'read-only'
  /** Lacks memory, disk, connections or replicas. */
  | 'full'
  | 'starting'
  /** Gave up under load; a repeat may succeed. */
  | 'busy'

/** SQLSTATEs by class or in full (PostgreSQL, appendix A). */
const SQLSTATES: readonly (readonly [RegExp, Outage])[] = [
  // Connection exceptions, shutdowns, idle timeouts, unknown completion.
  [/^(08...|57P0[125]|25P0[34]|40003)$/, 'lost'],
  [/^25006$/, 'read-only'],
  [/^57P03$/, 'starting'],
  // Insufficient resources and I/O errors.
  [/^(53...|58030)$/, 'full'],
  // Serialization failures, deadlocks, locks, statement timeouts.
  [/^(40001|40P01|55P03|57014)$/, 'busy'],
]

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

const WORDS: readonly (readonly [RegExp, Outage])[] = [
  [/^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$|^Query read timeout$/, 'lost'],
  [
    /^(Command timed out|Connection is closed\.|Stream isn't writeable|Socket timeout\.|All sentinels are unreachable)/,
    'lost',
  ],
  [/^(Command aborted|Reached the max retries per request)/, 'lost'],
  [/max number of clients reached/, 'full'],
]

/** Returns undefined for defects and refused requests. */
export function outageOf(given: unknown): Outage | undefined {
  if (isNatsOutage(given)) return 'lost'
  const error = natsCause(given)
  if (typeof error !== 'object' || error === null) return undefined
  const {
    name,
    message: text,
    code,
    previousErrors,
  } = error as Partial<Record<'name' | 'message' | 'code' | 'previousErrors', unknown>>
  const message = String(text)
  if (name === 'ReplyError') return replyOutage(message, previousErrors)
  if (typeof code !== 'string') return WORDS.find(([words]) => words.test(message))?.[1]
  if (SOCKET_CODES.test(code)) return 'lost'
  return SQLSTATES.find(([states]) => states.test(code))?.[1]
}

/** Redis transactions name their cause in earlier errors. */
function replyOutage(message: string, previous: unknown): Outage | undefined {
  const [word = ''] = message.split(' ', 1)
  if (word === 'EXECABORT' && Array.isArray(previous))
    return previous.map(outageOf).find((outage) => outage !== undefined)
  return REPLIES[word] ?? WORDS.find(([words]) => words.test(message))?.[1]
}
