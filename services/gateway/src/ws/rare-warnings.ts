import type { Logger } from '@kla/chassis'

/** Logs a warning. Repeats log only the last `fields`, which must not identify a person. */
export type Warn = (fields: object, message: string) => void

/** Timer of repeated warnings. */
export interface RareWarningsOptions {
  /** Runs `work` after `ms`; need not keep the process alive. */
  readonly after?: (ms: number, work: () => void) => void
}

const EVERY_MS = 10_000

/** Logs a kind's first warning, then one per ten seconds with a count: one cause can hit thousands of rooms. */
export function createRareWarnings(log: Pick<Logger, 'warn'>, { after = later }: RareWarningsOptions = {}): Warn {
  const recent = new Map<string, { times: number; fields: object }>()

  const look = (message: string): void => {
    const { times = 0, fields } = recent.get(message) ?? {}
    recent.delete(message)
    if (times > 0) warn({ ...fields, times }, message)
  }

  const warn: Warn = (fields, message) => {
    const known = recent.get(message)
    if (known) {
      known.times += 1
      known.fields = fields
      return
    }
    recent.set(message, { times: 0, fields })
    log.warn(fields, message)
    after(EVERY_MS, () => look(message))
  }
  return warn
}

const later = (ms: number, work: () => void): void => void setTimeout(work, ms).unref()
