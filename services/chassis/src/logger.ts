import { pino, type DestinationStream, type Logger } from 'pino'
import { discreetError } from './errors.js'
import { tracing } from './tracing/index.js'

export type { Logger } from 'pino'

/**
 * Fields that never reach a log, wherever in an object of up to three levels they stand: what people write to each
 * other, where they are, and what proves who they are. PostgreSQL puts whole rows into the detail of an error.
 */
const PRIVATE_FIELDS = [
  'message_text', 'payload', 'sdp', 'candidate', 'passcode', 'token', 'access_token', 'accessToken', 'principal',
  'session_id', 'sessionId', 'cookie', 'authorization', 'email', 'secret', 'browser_secret',
  'browserSecret', 'credential', 'password', 'ip', 'remoteAddress', 'detail',
] // prettier-ignore

// What a login carries; elsewhere these words mean an error's code and the state of a thing, which logs need.
const LOGIN_FIELDS = ['code', 'state'].flatMap((field) => [field, `query.${field}`, `request.${field}`])

/**
 * A logger for one process. Levels as in pino; JSON lines to standard output unless `destination` says otherwise. In a
 * process that is traced, lines carry the ids of the span they were written in.
 */
export function createLogger(options: { service: string; level?: string; destination?: DestinationStream }): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: { service: options.service, pid: process.pid },
    redact: {
      paths: [...PRIVATE_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), ...LOGIN_FIELDS],
      censor: '[private]',
    },
    serializers: { err: discreetError },
    ...(tracing() ? { mixin: () => tracing()?.ids() ?? {} } : {}),
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}
