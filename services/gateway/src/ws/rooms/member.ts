import { type FrameMarks, SEQUENCED_EVENTS, type ServerEventName, type ServerEvents } from '@kla/proto/web'
import type { Session } from '../accounts/sessions.js'
import { dataText, frameHead, wholeFrame } from '../frames.js'

/** What a member needs of its connection. */
export interface MemberConnection {
  readonly socketId: string
  readonly network: string
  readonly closed: boolean
  member: Member | undefined
  sendFrame(event: ServerEventName, frame: string): void
  close(code: number, reason: string): void
}

/** A judge's session at the console. A judge may watch only as long as it lasts. */
export interface JudgeSession {
  readonly sessionKey: string
  /** A secret, kept to ask auth about the session. */
  readonly bearer: string
}

/** A connection in a room, seated or watching. */
export class Member {
  /** Updates up to this number are covered by a room-state. */
  battleFloor = 0
  /** The reveal-state sent last. */
  reveal = ''
  /** Suppresses the event that the seat is gone. */
  leaving = false
  /** True if it needs a room-state. */
  stale = false
  /** True while its seat, which rooms considers lost, is being taken back. */
  reclaiming = false
  /** Set while the page's other connection takes over. */
  handingOver: NodeJS.Timeout | undefined
  #seq: number

  constructor(
    readonly connection: MemberConnection,
    /** A player's session; undefined for a watching connection. */
    readonly session: Session | undefined,
    readonly roomId: string,
    /** The id that browsers know; see `peerIdOf`. */
    readonly peerId: string,
    nowMs: number,
    /** Undefined for players and spectators. */
    readonly judge?: JudgeSession,
  ) {
    // From the clock, so that numbers rise across connections and gateways.
    this.#seq = Math.max(nowMs, connection.member?.seq ?? 0)
  }

  get socketId(): string {
    return this.connection.socketId
  }

  get watching(): boolean {
    return this.session === undefined
  }

  get accountId(): number {
    return this.session?.account.id ?? 0
  }

  get seq(): number {
    return this.#seq
  }

  /** Skips a number, so that the client notices the gap. */
  skip(): void {
    this.#seq += 1
  }

  deliver<Name extends ServerEventName>(event: Name, data: ServerEvents[Name], marks?: FrameMarks): void {
    this.deliverText(event, dataText(event, data), marks)
  }

  deliverText(event: ServerEventName, data: string, marks?: FrameMarks): void {
    this.deliverHead(event, frameHead(event, data, marks))
  }

  /** Sends a shared frame, made by `frameHead`. */
  deliverHead(event: ServerEventName, head: string): void {
    const seq = SEQUENCED_EVENTS.has(event) ? (this.#seq += 1) : undefined
    this.connection.sendFrame(event, wholeFrame(head, seq))
  }
}
