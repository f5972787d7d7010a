import { SEQUENCED_EVENTS, type FrameMarks, type ServerEventName, type ServerEvents } from '@kla/proto/web'
import { dataText, type EventMarks } from '../frames.js'
import type { Session } from '../sessions.js'

/** The part of a connection that a room needs. */
export interface MemberConnection {
  /** Names the connection, not the person. */
  readonly socketId: string
  readonly closed: boolean
  /** The room it is in, if any. */
  member: Member | undefined
  /** An event whose data is text already. */
  sendEvent(event: ServerEventName, data: string, marks?: EventMarks): void
  close(code: number, reason: string): void
}

/** A connection in a room, with a seat or watching. */
export class Member {
  /** Battle news up to this number is contained in a room-state that was sent already. */
  battleFloor = 0
  /** Leaving by itself: it is not told that its seat is gone. */
  leaving = false
  /** Something for it was lost: it needs a room-state. */
  stale = false
  /** Runs while another connection has taken the place over and this one still brings what is on its way. */
  handingOver: NodeJS.Timeout | undefined
  #seq: number

  constructor(
    readonly connection: MemberConnection,
    /** Whose seat it is; of a connection that watches it is not asked. */
    readonly session: Session | undefined,
    readonly roomId: string,
    /** How other browsers know this one; see `peerIdOf`. */
    readonly peerId: string,
    nowMs: number,
  ) {
    // From the clock, so that numbers also rise from one connection, and one gateway, to the next.
    this.#seq = Math.max(nowMs, connection.member?.seq ?? 0)
  }

  get socketId(): string {
    return this.connection.socketId
  }

  /** Whether it watches without a seat. */
  get watching(): boolean {
    return this.session === undefined
  }

  /** 0 for a connection that watches. */
  get accountId(): number {
    return this.session?.account.id ?? 0
  }

  /** The number of the last room event. */
  get seq(): number {
    return this.#seq
  }

  /** Leaves a number out, so that the client sees that something is missing. */
  skip(): void {
    this.#seq += 1
  }

  deliver<Name extends ServerEventName>(event: Name, data: ServerEvents[Name], marks?: FrameMarks): void {
    this.deliverText(event, dataText(event, data), marks)
  }

  deliverText(event: ServerEventName, data: string, marks?: FrameMarks): void {
    const numbered = SEQUENCED_EVENTS.has(event)
      ? { seq: (this.#seq += 1), id: marks?.id, news: marks?.news }
      : marks
    this.connection.sendEvent(event, data, numbered)
  }
}
