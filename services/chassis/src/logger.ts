import { type DestinationStream, type Logger, pino } from 'pino'
import { redactedError } from './errors.js'
import { tracing } from './tracing/index.js'

export type { Logger } from 'pino'

/** Redacted at three levels. PostgreSQL puts whole rows into an error's detail. */
const PRIVATE_FIELDS = [
  'message_text', 'payload', 'sdp', 'candidate', 'passcode', 'token', 'access_token', 'accessToken', 'principal',
  'session_id', 'sessionId', 'cookie', 'authorization', 'email', 'secret', 'browser_secret',
  'browserSecret', 'credential', 'password', 'ip', 'remoteAddress', 'detail',
] // oxfmt-ignore

// Login parameters; elsewhere an error's code or a state.
const LOGIN_FIELDS = ['code', 'state'].flatMap((field) => [field, `query.${field}`, `request.${field}`])

/** Writes JSON lines with the active span's ids. */
export function createLogger(options: { service: string; level?: string; destination?: DestinationStream }): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: { service: options.service, pid: process.pid },
    redact: {
      paths: [...PRIVATE_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), ...LOGIN_FIELDS],
      censor: '[private]',
    },
    serializers: { err: redactedError },
    ...(tracing() ? { mixin: () => tracing()?.ids() ?? {} } : {}),
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}
