import { KlaError, type Logger } from '@kla/chassis'
import type { RecordedLine } from '@kla/proto'
import type { ModerationClient } from '../../shared/clients.js'
import { withTimeout } from '../../shared/concurrency.js'
import type { RealtimeMetrics } from '../metrics.js'

/** A chat line as it waits for moderation. */
export interface WaitingLine {
  readonly lineId: string
  readonly accountId: number
  readonly username: string
  readonly message: string
  readonly saidAtMs: number
}

interface RoomLines {
  readonly roomId: string
  readonly lines: readonly WaitingLine[]
}

/** Chat lines, those of a room together: that costs whoever keeps them far less than one here and one there. */
class LinesByRoom {
  #rooms = new Map<string, WaitingLine[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(roomId: string, line: WaitingLine): void {
    const lines = this.#rooms.get(roomId)
    if (lines) lines.push(line)
    else this.#rooms.set(roomId, [line])
    this.#size += 1
  }

  of(roomId: string): readonly WaitingLine[] {
    return this.#rooms.get(roomId) ?? []
  }

  /** All of them; afterwards there are none. */
  takeAll(): RoomLines[] {
    const all = [...this.#rooms].map(([roomId, lines]) => ({ roomId, lines }))
    this.#rooms = new Map()
    this.#size = 0
    return all
  }

  /** Leaves so many of the newest, of all rooms. Answers how many have gone. */
  keepNewest(count: number): number {
    const byAge = this.takeAll()
      .flatMap(({ roomId, lines }) => lines.map((line) => ({ roomId, line })))
      .sort((one, other) => one.line.saidAtMs - other.line.saidAtMs)
    const gone = Math.max(0, byAge.length - count)
    for (const { roomId, line } of byAge.slice(gone)) this.add(roomId, line)
    return gone
  }
}

interface TranscriptsDeps {
  readonly moderation: Pick<ModerationClient, 'keepLines'>
  readonly flushMs: number
  readonly metrics: Pick<RealtimeMetrics, 'linesDropped'>
  readonly log: Logger
}

/** Lines in one call, and those more that the last of its rooms has: fewer than as many again. */
const BATCH_MAX = 1_000
/** What waits for its batch, or for moderation to come back: about 50 MB at most. */
const WAITING_MAX = 50_000
/** Looking for the oldest reads all that is kept: rarely, and then many go at once. */
const WAITING_AFTER_LOSS = 45_000
const STOP_WITHIN_MS = 1_000

/**
 * Hands the chat lines that are written here to moderation, in batches beside the chat itself: a report takes the last of
 * them along, and asks for those that still wait here. A line may be handed in twice; its id tells.
 */
export class Transcripts {
  #waiting = new LinesByRoom()
  /** On their way, and not acknowledged. */
  #underWay: readonly RoomLines[] = []
  #sending: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly deps: TranscriptsDeps) {}

  start(): void {
    this.#timer = setInterval(() => {
      if (this.#waiting.size > 0) void this.flush()
    }, this.deps.flushMs)
  }

  add(roomId: string, line: WaitingLine): void {
    this.#waiting.add(roomId, line)
    this.#bound()
  }

  /** What was written here in a room, and moderation may not have yet. */
  waitingOf(roomId: string): readonly RecordedLine[] {
    const underWay = this.#underWay.filter((room) => room.roomId === roomId).flatMap(({ lines }) => lines)
    return [...underWay, ...this.#waiting.of(roomId)].map((line) => ({ ...line, roomId }))
  }

  /** Nobody of a room is here any more, so that nobody will be asked here for its lines: they go now. */
  roomLeft(roomId: string): void {
    if (this.#waiting.of(roomId).length > 0) void this.flush()
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
    await withTimeout(STOP_WITHIN_MS, this.flush()).catch(() => undefined)
  }

  async #send(): Promise<void> {
    const { moderation, log } = this.deps
    // What is written meanwhile waits for the next time: under load there is always something, and calls of few lines
    // would follow one another without end.
    this.#underWay = this.#waiting.takeAll().flatMap(inPieces)
    while (this.#underWay.length > 0) {
      const batch = firstOf(this.#underWay)
      try {
        await moderation.keepLines({ rooms: batch.map(({ roomId, lines }) => ({ roomId, lines: JSON.stringify(lines) })) })
        this.#underWay = this.#underWay.slice(batch.length)
      } catch (error) {
        const { reason, code } = KlaError.from(error)
        log.warn({ reason, lines: countOf(batch) }, 'chat lines could not be recorded')
        // What is refused for what it is would be refused for ever.
        const lost = code === 'invalid_argument' ? batch : []
        this.#drop(countOf(lost))
        for (const { roomId, lines } of this.#underWay.slice(lost.length)) {
          for (const line of lines) this.#waiting.add(roomId, line)
        }
        this.#underWay = []
        this.#bound()
        return
      }
    }
  }

  /** The oldest go first: a report asks for the last lines. */
  #bound(): void {
    if (this.#waiting.size > WAITING_MAX) this.#drop(this.#waiting.keepNewest(WAITING_AFTER_LOSS))
  }

  #drop(lines: number): void {
    this.deps.metrics.linesDropped.inc(lines)
  }
}

const countOf = (rooms: readonly RoomLines[]): number => rooms.reduce((count, { lines }) => count + lines.length, 0)

/** A room of which more waits than a call takes, as several. */
function inPieces({ roomId, lines }: RoomLines): readonly RoomLines[] {
  const pieces = Math.ceil(lines.length / BATCH_MAX)
  return Array.from({ length: pieces }, (_, at) => ({ roomId, lines: lines.slice(at * BATCH_MAX, (at + 1) * BATCH_MAX) }))
}

/** The first of the rooms, as many as a call takes. */
function firstOf(rooms: readonly RoomLines[]): readonly RoomLines[] {
  let count = 0
  const full = rooms.findIndex(({ lines }) => (count += lines.length) >= BATCH_MAX)
  return full < 0 ? rooms : rooms.slice(0, full + 1)
}
