import type { Logger } from '@kla/chassis'

/** `fields` must not tell one person's warning from another's: only the last ones are logged. */
export type Warn = (fields: object, message: string) => void

export interface RareWarningsOptions {
  readonly everyMs?: number
  /** Runs `work` once `ms` have passed; need not keep the process alive. */
  readonly after?: (ms: number, work: () => void) => void
}

const EVERY_MS = 10_000

/** The first of its kind at once, then at most one in `everyMs` with how many there were: thousands of rooms fail for one cause. */
export function createRareWarnings(log: Pick<Logger, 'warn'>, { everyMs = EVERY_MS, after = later }: RareWarningsOptions = {}): Warn {
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
    after(everyMs, () => look(message))
  }
  return warn
}

const later = (ms: number, work: () => void): void => void setTimeout(work, ms).unref()
