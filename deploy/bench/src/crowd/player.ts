import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { ROOM_NAME } from '@kla/bots'
import {
  type Ack,
  type AckFrame,
  type ClientEventData,
  type ClientEventName,
  CLOSE,
  PASSING,
  type ServerEventName,
  type ServerFrame,
} from '@kla/proto/web'
import pLimit from 'p-limit'
import { type Connection, openConnection } from '../measure/connection.js'
import { againDelayMs, hintsIn, returnDelayMs } from './return-rules.js'

export interface CrowdPlayerOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly localAddress: string
  /** Where a connection goes now, as a route would choose. */
  readonly gateway: () => string
  /** A seated player's connection ended. */
  readonly onLost: (why: string) => void
  /** After a loss. */
  readonly onReturned: () => void
  readonly onBattle: (event: 'phase' | 'end') => void
}

export type Standing = 'coming' | 'seated' | 'away' | 'lost'

const ANSWER_WITHIN_MS = 20_000
const AGAIN_MS = 1_000
const TRIES = 60
const CONNECTS_MAX = 5
const PHASES: ReadonlySet<string> = new Set(['prompt-gif', 'show-gif'])
const ENDS: ReadonlySet<string> = new Set(['end-game', 'winner-confirmed', 'no-unanimous-winner'])
const PLAYING: ReadonlySet<string> = new Set(['prompt', 'show'])
const DRAINED = `closed with ${CLOSE.GOING_AWAY}`

/** Takes a seat, keeps it without a word, and comes back to it as pages do. */
export class CrowdPlayer {
  standing: Standing = 'coming'
  isPaired = false
  /** Why the seat was lost. */
  lostBy = ''
  #isPlaying = false
  #roomId = ''
  #connection: Connection | undefined
  #isStopped = false
  #tries = 0
  #spreadMs = 0
  #afterMs: number | undefined
  #awaited: Awaited | undefined

  constructor(private readonly options: CrowdPlayerOptions) {}

  get roomId(): string {
    return this.#roomId
  }

  /** Opens a room, or joins one. */
  async sit(roomId?: string): Promise<void> {
    await this.#connectSurely(roomId)
    if (roomId === undefined) {
      const { roomId: opened } = await this.#must('create-room', OWN_ROOM)
      this.#roomId = opened
    } else {
      await this.#must('join-room', { roomId, passcode: null, role: 'player' })
      this.#roomId = roomId
    }
    this.standing = 'seated'
  }

  async readyUp(): Promise<void> {
    this.#isPlaying = true
    await this.#must('ready-up', { roomId: this.#roomId })
  }

  stop(): void {
    this.#isStopped = true
    this.#connection?.close()
  }

  /** A busy machine may answer a handshake too late. */
  async #connectSurely(roomId?: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#connect(roomId)
      } catch (error) {
        if (tries === CONNECTS_MAX) throw error
        await sleep(AGAIN_MS)
      }
    }
  }

  async #connect(roomId?: string): Promise<void> {
    await turns(() => setImmediate())
    const { gateway, headers, localAddress } = this.options
    let isOpen = false
    const connection = await openConnection({
      server: gateway(),
      headers,
      localAddress,
      path: roomId === undefined ? '/realtime' : `/realtime?room=${roomId}`,
      onFrame: (payload) => this.#receive(payload.toString()),
      onLost: (why) => {
        if (isOpen && connection === this.#connection) this.#lose(why)
      },
    })
    isOpen = true
    this.#connection = connection
    // Another gateway, with another number of players.
    this.#spreadMs = 0
  }

  #lose(why: string): void {
    this.#connection = undefined
    this.#awaited?.settle(undefined)
    if (this.#isStopped || this.standing !== 'seated') return
    this.options.onLost(why)
    this.standing = 'away'
    this.#tries = 0
    void this.#comeBack(why === DRAINED)
  }

  async #comeBack(isDrained: boolean): Promise<void> {
    while (!this.#isStopped && this.standing === 'away') {
      const losing = { tries: this.#tries, isDrained, spreadMs: this.#spreadMs }
      this.#tries += 1
      await sleep(returnDelayMs(losing, Math.random))
      await this.#connect(this.#roomId).then(
        () => this.#sync(),
        () => undefined,
      )
    }
  }

  /** Ends with the seat, without it for good, or without a connection. */
  async #sync(): Promise<void> {
    while (this.#connection) {
      const answering = this.#next(answersSync)
      this.#connection.send(JSON.stringify({ event: 'sync-room', data: { roomId: this.#roomId } }))
      const answer = await answering
      if (this.standing === 'lost') return
      if (!answer) return this.#leave()
      if (isEvent(answer, 'room-state')) return this.#resumed(answer.data.phase)
      if (isEvent(answer, 'error') && !PASSING.has(answer.data.code)) return this.#loseSeat(answer.data.code)
      await this.#pause()
    }
  }

  #resumed(phase: string): void {
    this.standing = 'seated'
    if (this.#isPlaying && !PLAYING.has(phase)) this.options.onBattle('end')
    this.options.onReturned()
  }

  #leave(): void {
    const left = this.#connection
    this.#connection = undefined
    left?.close()
  }

  #loseSeat(why: string): void {
    this.standing = 'lost'
    this.lostBy = why
    this.#isStopped = true
    this.#leave()
  }

  /** Undefined once the connection is lost, or is given up. */
  #next(matches: Awaited['matches']): Promise<Frame | undefined> {
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#awaited?.settle(undefined), ANSWER_WITHIN_MS)
      this.#awaited = {
        matches,
        postpone: () => void late.refresh(),
        settle: (answer) => {
          clearTimeout(late)
          this.#awaited = undefined
          resolve(answer)
        },
      }
    })
  }

  #receive(text: string): void {
    const { spreadMs, afterMs, isInLine } = hintsIn(text)
    if (spreadMs !== undefined) this.#spreadMs = spreadMs
    if (afterMs !== undefined) this.#afterMs = afterMs
    if (isInLine) return this.#awaited?.postpone()
    const frame = JSON.parse(text) as Frame
    if (this.#awaited?.matches(frame)) return this.#awaited.settle(frame)
    if ('ack' in frame) return
    if (frame.event === 'start-peers') this.isPaired = true
    else if (frame.event === 'room-closed' && !this.#isStopped) this.#closed(frame.data.reason)
    else if (PHASES.has(frame.event)) this.options.onBattle('phase')
    else if (ENDS.has(frame.event)) this.options.onBattle('end')
  }

  #closed(reason: string): void {
    this.#loseSeat(`room-closed: ${reason}`)
    this.#awaited?.settle(undefined)
  }

  async #must<Name extends ClientEventName>(
    event: Name,
    data: ClientEventData<Name>,
  ): Promise<Extract<Ack<Name>, { success: true }>> {
    const id = randomUUID()
    for (let tries = 0; ; tries++) {
      if (!this.#connection) throw new Error(`${event} was not sent: the connection is lost`)
      const ack = tries + 1
      const answering = this.#next((frame) => 'ack' in frame && frame.ack === ack)
      this.#connection.send(JSON.stringify({ event, data, ack, id }))
      const answer = ((await answering) as AckFrame | undefined)?.data
      if (answer?.success) return answer as Extract<Ack<Name>, { success: true }>
      if (tries === TRIES || (answer && !PASSING.has(answer.code))) {
        throw new Error(`${event} ${answer ? `was refused: ${answer.code}` : 'had no answer'}`)
      }
      await this.#pause()
    }
  }

  /** Between a refusal and the next try. */
  async #pause(): Promise<void> {
    const delayMs = againDelayMs(this.#afterMs, Math.random)
    this.#afterMs = undefined
    await sleep(delayMs)
  }
}

/** To find a free port can take milliseconds. All who are due at once would keep this process from answering pings. */
const CONNECTS_A_TURN = 8
const turns = pLimit(CONNECTS_A_TURN)

type Frame = AckFrame | ServerFrame

interface Awaited {
  matches(frame: Frame): boolean
  postpone(): void
  settle(frame: Frame | undefined): void
}

const isEvent = <Name extends ServerEventName>(
  frame: Frame,
  name: Name,
): frame is Extract<ServerFrame, { event: Name }> => 'event' in frame && frame.event === name

const answersSync = (frame: Frame): boolean =>
  isEvent(frame, 'room-state') || (isEvent(frame, 'error') && frame.data.event === 'sync-room')

const OWN_ROOM: ClientEventData<'create-room'> = {
  roomName: ROOM_NAME,
  publicRoom: true,
  passcode: null,
  passcodeRequired: false,
  mode: 'rush',
  capacity: '2',
  category: 'default',
}
