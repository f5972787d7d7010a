import { COMMAND_MEMORY_MS, type Reason } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../shared/at-most.js'

/** Answer to a command: success or refusal. */
export type Outcome =
  | { readonly success: true; readonly [more: string]: unknown }
  | { readonly success: false; readonly error: string; readonly code: Reason }

interface First {
  readonly socketId: string
  readonly outcome: Outcome | Promise<Outcome>
}

interface Command {
  readonly key: string
  readonly socketId: string
  readonly binds: boolean
}

/** Runs a command, perhaps after it has waited for the answer of an earlier one. */
type Work = (hasWaited: boolean) => Outcome | Promise<Outcome>

// About 300 bytes each.
const COMMANDS_MAX = 50_000
/** Coarse: reading the clock for each message costs more than the memory. */
const TTL_RESOLUTION_MS = 1_000

/** Temporary refusals: a repeat is tried again. */
const PASSING: ReadonlySet<Reason> = new Set<Reason>([
  'UNAVAILABLE',
  'INTERNAL',
  'CONFLICT',
  'RATE_LIMITED',
  'ROOMS_BUSY',
  'NOT_SIGNED_IN',
  // A connection that has come back takes its seat by sync-room.
  'NOT_SEATED',
  'BANNED',
  'BANNED_FROM_ROOMS',
])

/** Remembers the first answer to each `id`, by account. */
export class CommandMemory {
  readonly #first = new LRUCache<string, First>({
    ...atMost(COMMANDS_MAX),
    ttl: COMMAND_MEMORY_MS,
    ttlResolution: TTL_RESOLUTION_MS,
  })

  /** Runs `work` once per key; with `binds` again for another connection. */
  once(command: Command, work: Work): Outcome | Promise<Outcome> {
    return this.#first.has(command.key) ? this.#repeat(command, work) : this.#begin(command, work, false)
  }

  async #repeat(command: Command, work: Work): Promise<Outcome> {
    const { key, socketId, binds } = command
    let seen: First | undefined
    for (;;) {
      const first = this.#first.get(key)
      if (!first || first === seen) return this.#begin(command, work, true)
      const outcome = await first.outcome
      const elsewhere = binds && first.socketId !== socketId
      if (!isPassing(outcome) && !(outcome.success && elsewhere)) return outcome
      seen = first
    }
  }

  #begin({ key, socketId }: Command, work: Work, hasWaited: boolean): Outcome | Promise<Outcome> {
    const outcome = work(hasWaited)
    if (!(outcome instanceof Promise)) {
      if (!isPassing(outcome)) this.#first.set(key, { socketId, outcome })
      return outcome
    }
    const entry = { socketId, outcome }
    this.#first.set(key, entry)
    const forget = (): void => {
      if (this.#first.peek(key) === entry) this.#first.delete(key)
    }
    return outcome.then(
      (result) => {
        if (isPassing(result)) forget()
        return result
      },
      (error: unknown) => {
        forget()
        throw error
      },
    )
  }
}

const isPassing = (outcome: Outcome): boolean => !outcome.success && PASSING.has(outcome.code)
