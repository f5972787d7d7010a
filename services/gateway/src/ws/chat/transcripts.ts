import { setImmediate } from 'node:timers/promises'
import { KlaError, type Logger, settleWithin } from '@kla/chassis'
import type { RecordedLine } from '@kla/proto'
import pLimit from 'p-limit'
import type { ModerationClient } from '../../shared/clients.js'
import type { RealtimeMetrics } from '../metrics.js'

/** A chat message that moderation has not confirmed. */
export interface UnsentMessage {
  readonly lineId: string
  readonly accountId: number
  readonly username: string
  readonly message: string
  readonly saidAtMs: number
}

interface RoomMessages {
  readonly roomId: string
  readonly lines: readonly UnsentMessage[]
}

interface TranscriptsDeps {
  readonly moderation: Pick<ModerationClient, 'keepLines'>
  readonly flushMs: number
  readonly metrics: Pick<RealtimeMetrics, 'messagesDropped'>
  readonly log: Logger
}

/** Messages per call, plus the rest of the last room. Larger calls block the event loop. */
const BATCH_MAX = 1_000
/** Enough for the 24,000 messages a second of a saturated gateway. */
const CALLS_AT_ONCE = 8
/** Calls per turn of the event loop; each takes two milliseconds. */
const CALLS_A_TURN = 3
/** Unconfirmed messages, about 100 MB. */
const KEPT_MAX = 100_000
/** Groups of rooms, for short turns of the event loop. A power of two. */
const PARTS = 16
/** Waiting messages for each additional group in a turn. */
const MESSAGES_FOR_MORE = 30_000
const STOP_WITHIN_MS = 1_000

/**
 * Sends messages to moderation in batches; a report asks for those still here. Repeats carry the same id. None is
 * dropped to make room: callers of `add` check `isFull` before they show a message.
 */
export class Transcripts {
  #waiting = new MessagesByRoom()
  readonly #underWay = new Set<readonly RoomMessages[]>()
  #underWayCount = 0
  readonly #due = new Set<number>()
  readonly #left = new Set<string>()
  #part = 0
  /** True after a failed call: all groups are then retried together. */
  #hasFailed = false
  #sending: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly deps: TranscriptsDeps) {}

  start(): void {
    this.#timer = setInterval(() => this.tick(), this.deps.flushMs / PARTS)
  }

  get isFull(): boolean {
    return this.#waiting.size + this.#underWayCount >= KEPT_MAX
  }

  add(roomId: string, line: UnsentMessage): void {
    this.#waiting.add(roomId, line)
  }

  /** Messages that moderation may lack. */
  waitingOf(roomId: string): readonly RecordedLine[] {
    const underWay = [...this.#underWay]
      .flat()
      .filter((room) => room.roomId === roomId)
      .flatMap(({ lines }) => lines)
    return [...underWay, ...this.#waiting.of(roomId)].map((line) => ({ ...line, roomId }))
  }

  /** Sends now, since reports no longer ask this gateway. */
  roomLeft(roomId: string): void {
    if (this.#waiting.of(roomId).length === 0) return
    this.#left.add(roomId)
    void this.#sendDue()
  }

  /** Resolves when current messages are sent or have failed. */
  flush(): Promise<void> {
    for (let part = 0; part < PARTS; part += 1) this.#due.add(part)
    return this.#sendDue()
  }

  /** Sends the next group; after a failure, waits for the first's turn. */
  tick(): void {
    const { size } = this.#waiting
    const parts = this.#hasFailed ? 1 : 1 + Math.floor(size / MESSAGES_FOR_MORE)
    for (let more = 0; more < parts; more += 1) {
      this.#part = (this.#part + 1) % PARTS
      this.#due.add(this.#part)
    }
    if (size > 0 && (this.#part === 0 || !this.#hasFailed)) void this.#sendDue()
  }

  #sendDue(): Promise<void> {
    // The batch in flight may lack the newest message.
    this.#next ??= this.#sending.then(() => {
      this.#next = undefined
      this.#sending = this.#send([...this.#waiting.take(this.#due), ...this.#waiting.takeRooms(this.#left)])
      this.#due.clear()
      this.#left.clear()
      return this.#sending
    })
    return this.#next
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await settleWithin(STOP_WITHIN_MS, this.flush())
    const lines = this.#waiting.size + this.#underWayCount
    if (lines === 0) return
    this.deps.metrics.messagesDropped.inc(lines)
    this.deps.log.error({ lines }, 'chat messages are lost: moderation did not confirm them before the shutdown')
  }

  /** Messages that arrive meanwhile wait, or small calls would follow endlessly. */
  async #send(rooms: readonly RoomMessages[]): Promise<void> {
    if (rooms.length === 0) return
    this.#underWayCount = countOf(rooms)
    const batches = batchesOf(rooms.flatMap(inPieces))
    for (const batch of batches) this.#underWay.add(batch)
    const [calls, starts] = [pLimit(CALLS_AT_ONCE), pLimit(CALLS_A_TURN)]
    let failure: KlaError | undefined
    await Promise.all(
      batches.map((batch) =>
        calls(async () => {
          await starts(() => setImmediate())
          if (failure) return this.#putBack(batch)
          const refusal = await this.#sendBatch(batch)
          failure ??= refusal
        }),
      ),
    )
    this.#hasFailed = failure !== undefined
    if (failure)
      this.deps.log.warn({ reason: failure.reason, lines: this.#waiting.size }, 'chat messages could not be recorded')
  }

  /** Resolves to the error if not recorded. */
  async #sendBatch(batch: readonly RoomMessages[]): Promise<KlaError | undefined> {
    const { moderation, metrics } = this.deps
    try {
      await moderation.keepLines({ rooms: batch.map(({ roomId, lines }) => ({ roomId, lines: textOf(lines) })) })
      this.#settled(batch)
      return undefined
    } catch (error) {
      const refusal = KlaError.from(error)
      // Invalid messages would be refused forever.
      if (refusal.code === 'invalid_argument') metrics.messagesDropped.inc(this.#settled(batch))
      else this.#putBack(batch)
      return refusal
    }
  }

  #putBack(batch: readonly RoomMessages[]): void {
    this.#settled(batch)
    for (const { roomId, lines } of batch) for (const line of lines) this.#waiting.add(roomId, line)
  }

  #settled(batch: readonly RoomMessages[]): number {
    const count = countOf(batch)
    this.#underWay.delete(batch)
    this.#underWayCount -= count
    return count
  }
}

class MessagesByRoom {
  readonly #parts = Array.from({ length: PARTS }, () => new Map<string, UnsentMessage[]>())
  #size = 0

  get size(): number {
    return this.#size
  }

  add(roomId: string, line: UnsentMessage): void {
    const rooms = this.#partOf(roomId)
    const lines = rooms.get(roomId)
    if (lines) lines.push(line)
    else rooms.set(roomId, [line])
    this.#size += 1
  }

  of(roomId: string): readonly UnsentMessage[] {
    return this.#partOf(roomId).get(roomId) ?? []
  }

  take(parts: Iterable<number>): RoomMessages[] {
    return [...parts].flatMap((part) => this.takeRooms([...(this.#parts[part]?.keys() ?? [])]))
  }

  takeRooms(roomIds: Iterable<string>): RoomMessages[] {
    const taken: RoomMessages[] = []
    for (const roomId of roomIds) {
      const lines = this.of(roomId)
      if (this.#partOf(roomId).delete(roomId)) taken.push({ roomId, lines })
    }
    this.#size -= countOf(taken)
    return taken
  }

  /** Picks by the id's last, random digit. */
  #partOf(roomId: string): Map<string, UnsentMessage[]> {
    const digit = roomId.charCodeAt(roomId.length - 1)
    return this.#parts[(digit <= NINE ? digit : digit + LETTERS_AFTER) % PARTS] as Map<string, UnsentMessage[]>
  }
}

/** ASCII offsets that give hexadecimal digits different remainders. */
const NINE = 0x39
const LETTERS_AFTER = 9

/** Picks a record's fields: the objects are shared with the room. */
const textOf = (lines: readonly UnsentMessage[]): string =>
  JSON.stringify(
    lines.map(({ lineId, accountId, username, message, saidAtMs }) => ({
      lineId,
      accountId,
      username,
      message,
      saidAtMs,
    })),
  )

const countOf = (rooms: readonly RoomMessages[]): number => rooms.reduce((count, { lines }) => count + lines.length, 0)

function inPieces({ roomId, lines }: RoomMessages): readonly RoomMessages[] {
  const pieces = Math.ceil(lines.length / BATCH_MAX)
  return Array.from({ length: pieces }, (_, at) => ({
    roomId,
    lines: lines.slice(at * BATCH_MAX, (at + 1) * BATCH_MAX),
  }))
}

function batchesOf(rooms: readonly RoomMessages[]): (readonly RoomMessages[])[] {
  const batches: RoomMessages[][] = []
  let count = BATCH_MAX
  for (const room of rooms) {
    if (count >= BATCH_MAX) {
      batches.push([])
      count = 0
    }
    batches.at(-1)?.push(room)
    count += room.lines.length
  }
  return batches
}
