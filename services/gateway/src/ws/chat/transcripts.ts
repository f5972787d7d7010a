import { KlaError, type Logger, settleWithin } from '@kla/chassis'
import type { RecordedLine } from '@kla/proto'
import type { ModerationClient } from '../../shared/clients.js'
import type { RealtimeMetrics } from '../metrics.js'

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

interface TranscriptsDeps {
  readonly moderation: Pick<ModerationClient, 'keepLines'>
  readonly flushMs: number
  readonly metrics: Pick<RealtimeMetrics, 'linesDropped'>
  readonly log: Logger
}

/** Lines per call, plus what is left of the last room. */
const BATCH_MAX = 1_000
/** Lines that moderation has not confirmed; about 50 MB. */
const KEPT_MAX = 50_000
const STOP_WITHIN_MS = 1_000

/**
 * In batches; a report asks for those still here. Lines may be sent twice, with the same id. Lines are not dropped to make room:
 * callers of `add` check `isFull` before they show a line.
 */
export class Transcripts {
  #waiting = new LinesByRoom()
  #underWay: readonly RoomLines[] = []
  #linesUnderWay = 0
  #sending: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly deps: TranscriptsDeps) {}

  start(): void {
    this.#timer = setInterval(() => {
      if (this.#waiting.size > 0) void this.flush()
    }, this.deps.flushMs)
  }

  /** As many lines wait as may. */
  get isFull(): boolean {
    return this.#waiting.size + this.#linesUnderWay >= KEPT_MAX
  }

  add(roomId: string, line: WaitingLine): void {
    this.#waiting.add(roomId, line)
  }

  /** Lines that moderation may not have yet. */
  waitingOf(roomId: string): readonly RecordedLine[] {
    const underWay = this.#underWay.filter((room) => room.roomId === roomId).flatMap(({ lines }) => lines)
    return [...underWay, ...this.#waiting.of(roomId)].map((line) => ({ ...line, roomId }))
  }

  /** Reports no longer ask this gateway for the room, so its lines go now. */
  roomLeft(roomId: string): void {
    if (this.#waiting.of(roomId).length > 0) void this.flush()
  }

  /** Resolves when current lines are sent or have failed. Never rejects. */
  flush(): Promise<void> {
    // The batch in flight may lack the newest line.
    this.#next ??= this.#sending.then(() => {
      this.#next = undefined
      this.#sending = this.#send()
      return this.#sending
    })
    return this.#next
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await settleWithin(STOP_WITHIN_MS, this.flush())
  }

  async #send(): Promise<void> {
    const { moderation, log } = this.deps
    // Lines that arrive meanwhile wait, or small calls would follow without end.
    this.#linesUnderWay = this.#waiting.size
    this.#underWay = this.#waiting.takeAll().flatMap(inPieces)
    while (this.#underWay.length > 0) {
      const batch = firstOf(this.#underWay)
      try {
        await moderation.keepLines({ rooms: batch.map(({ roomId, lines }) => ({ roomId, lines: JSON.stringify(lines) })) })
        this.#underWay = this.#underWay.slice(batch.length)
        this.#linesUnderWay -= countOf(batch)
      } catch (error) {
        const { reason, code } = KlaError.from(error)
        log.warn({ reason, lines: countOf(batch) }, 'chat lines could not be recorded')
        // Invalid lines would be refused forever.
        const lost = code === 'invalid_argument' ? batch : []
        this.deps.metrics.linesDropped.inc(countOf(lost))
        for (const { roomId, lines } of this.#underWay.slice(lost.length)) {
          for (const line of lines) this.#waiting.add(roomId, line)
        }
        this.#underWay = []
        this.#linesUnderWay = 0
        return
      }
    }
  }
}

/** Grouped by room, which is cheaper for moderation to store. */
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

  takeAll(): RoomLines[] {
    const all = [...this.#rooms].map(([roomId, lines]) => ({ roomId, lines }))
    this.#rooms = new Map()
    this.#size = 0
    return all
  }
}

const countOf = (rooms: readonly RoomLines[]): number => rooms.reduce((count, { lines }) => count + lines.length, 0)

function inPieces({ roomId, lines }: RoomLines): readonly RoomLines[] {
  const pieces = Math.ceil(lines.length / BATCH_MAX)
  return Array.from({ length: pieces }, (_, at) => ({ roomId, lines: lines.slice(at * BATCH_MAX, (at + 1) * BATCH_MAX) }))
}

function firstOf(rooms: readonly RoomLines[]): readonly RoomLines[] {
  let count = 0
  const full = rooms.findIndex(({ lines }) => (count += lines.length) >= BATCH_MAX)
  return full < 0 ? rooms : rooms.slice(0, full + 1)
}
