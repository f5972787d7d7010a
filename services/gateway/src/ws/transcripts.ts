import { KlaError, type Logger } from '@kla/chassis'
import type { ChatLine, RecordedLine } from '@kla/proto'
import type { ModerationClient } from '../clients/clients.js'
import { within } from '../within.js'
import type { RealtimeMetrics } from './realtime-metrics.js'

export interface TranscriptsParts {
  readonly moderation: Pick<ModerationClient, 'recordLines'>
  readonly flushMs: number
  readonly metrics: Pick<RealtimeMetrics, 'linesDropped'>
  readonly log: Logger
}

const BATCH_MAX = 500
/** What is kept while moderation is away: about 10 MB at most, and more than it would keep itself of these rooms. */
const PENDING_MAX = 10_000
const STOP_WITHIN_MS = 1_000

/**
 * Hands the chat lines that are shown here to moderation, in batches beside the chat itself: a report takes the last of
 * them along. Two gateways may hand in the same line; its id tells.
 */
export class Transcripts {
  #pending: RecordedLine[] = []
  #sending: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly parts: TranscriptsParts) {}

  start(): void {
    this.#timer = setInterval(() => {
      if (this.#pending.length > 0) void this.flush()
    }, this.parts.flushMs)
  }

  add({ lineId, roomId, accountId, username, message, saidAtMs }: ChatLine): void {
    this.#pending.push({ lineId, roomId, accountId, username, message, saidAtMs })
    this.#bound()
  }

  /** Resolves when all lines so far have been handed over, or cannot be now. Never rejects. */
  flush(): Promise<void> {
    // What is being sent already may have been taken before the newest line came.
    this.#next ??= this.#sending.then(() => {
      this.#next = undefined
      this.#sending = this.#send()
      return this.#sending
    })
    return this.#next
  }

  /** Hands over what is left, within a second. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await within(STOP_WITHIN_MS, this.flush()).catch(() => undefined)
  }

  async #send(): Promise<void> {
    const { moderation, log } = this.parts
    while (this.#pending.length > 0) {
      // The lines of a room go together, which costs moderation and Redis far less than one here and one there.
      const all = this.#pending.sort(byRoom)
      this.#pending = []
      for (let sent = 0; sent < all.length; sent += BATCH_MAX) {
        const lines = all.slice(sent, sent + BATCH_MAX)
        try {
          await moderation.recordLines({ lines })
        } catch (error) {
          const { reason, code } = KlaError.from(error)
          log.warn({ reason, lines: lines.length }, 'chat lines could not be recorded')
          // What is refused for what it is would be refused for ever.
          const lost = code === 'invalid_argument' ? lines.length : 0
          this.#drop(lost)
          this.#pending = [...all.slice(sent + lost), ...this.#pending].sort(byAge)
          this.#bound()
          return
        }
      }
    }
  }

  /** The oldest go first: a report asks for the last lines. */
  #bound(): void {
    const excess = this.#pending.length - PENDING_MAX
    if (excess <= 0) return
    this.#pending.splice(0, excess)
    this.#drop(excess)
  }

  #drop(lines: number): void {
    this.parts.metrics.linesDropped.inc(lines)
  }
}

const byRoom = (one: RecordedLine, other: RecordedLine): number =>
  one.roomId < other.roomId ? -1 : one.roomId > other.roomId ? 1 : 0

const byAge = (one: RecordedLine, other: RecordedLine): number => one.saidAtMs - other.saidAtMs
