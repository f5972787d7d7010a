import type { DiagLogger } from '@opentelemetry/api'
import type { Logger } from '../logger.js'

const PAUSE_MS = 60_000

/** What goes wrong with tracing, once a minute: a collector that is away fails every few seconds. */
export function tellSeldom(log: Pick<Logger, 'warn'>, now: () => number = Date.now): DiagLogger {
  let quietUntil = 0
  const tell = (what: string): void => {
    if (now() < quietUntil) return
    quietUntil = now() + PAUSE_MS
    log.warn({ what }, 'spans cannot be sent as they should')
  }
  const nothing = (): void => undefined
  return { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing }
}
