import { COMMAND_MEMORY_MS, type Reason } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'

/** What an event came to: what its answer carries, or why it was refused. */
export type Outcome =
  | { readonly success: true; readonly [more: string]: unknown }
  | { readonly success: false; readonly error: string; readonly code: Reason }

interface First {
  readonly socketId: string
  readonly outcome: Promise<Outcome>
}

// About 300 bytes each: some 15 MB at most.
const COMMANDS_MAX = 50_000

/** Refusals that say nothing of the event itself: a repeat is to be tried, not answered from memory. */
const PASSING: ReadonlySet<Reason> = new Set<Reason>([
  'UNAVAILABLE',
  'INTERNAL',
  'RATE_LIMITED',
  'ROOMS_BUSY',
  'NOT_SIGNED_IN',
  'BANNED',
  'BANNED_FROM_ROOMS',
])

/** The first answers to events that carried an `id`, by account: a repeat on any connection here gets them again. */
export class CommandMemory {
  readonly #first = new LRUCache<string, First>({ max: COMMANDS_MAX, ttl: COMMAND_MEMORY_MS })

  /**
   * Runs `work` unless its like has run or is running. `binds`: the event ties a room to its connection, so a success
   * has to be made again on another connection (the owning service still lets it take effect only once).
   */
  async once(
    command: { key: string; socketId: string; binds: boolean },
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const { key, socketId, binds } = command
    let seen: First | undefined
    for (;;) {
      const first = this.#first.get(key)
      if (!first || first === seen) break
      const outcome = await first.outcome
      const elsewhere = binds && first.socketId !== socketId
      if (!isPassing(outcome) && !(outcome.success && elsewhere)) return outcome
      seen = first
    }
    const outcome = work()
    const entry = { socketId, outcome }
    this.#first.set(key, entry)
    const result = await outcome
    if (isPassing(result) && this.#first.peek(key) === entry) this.#first.delete(key)
    return result
  }
}

const isPassing = (outcome: Outcome): boolean => !outcome.success && PASSING.has(outcome.code)
