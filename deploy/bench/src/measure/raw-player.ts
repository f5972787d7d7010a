import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPEN_ROOM } from '@kla/bots'
import {
  type Ack,
  type AckFrame,
  type ClientEventData,
  type ClientEventName,
  PASSING,
  type ServerEventName,
  type ServerEvents,
} from '@kla/proto/web'
import { type Connection, openConnection } from './connection.js'

export interface RawPlayerOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly localAddress?: string
  readonly onEvent: (event: string, text: string) => void
  readonly onLost: (why: string) => void
  readonly onRepeat?: () => void
}

type Accepted<Name extends ClientEventName> = Extract<Ack<Name>, { success: true }>

const ANSWER_WITHIN_MS = 60_000
const AGAIN_MS = 1_000
const TRIES = 60
const ACK = '{"ack":'
const EVENT = '{"event":"'

/** A player on a raw socket that repeats refused commands and returns by a token as pages do, and never reconnects. */
export class RawPlayer {
  #connection: Connection | undefined
  #asked = 0
  #afterMs: number | undefined
  #returnToken: string | undefined
  readonly #awaited = new Map<number | string, { settle(data: unknown): void; postpone(): void }>()

  constructor(private readonly options: RawPlayerOptions) {}

  get isConnected(): boolean {
    return this.#connection !== undefined
  }

  /** Opens a room or joins the given one; resolves to its id. */
  async sit(server: string, room?: string): Promise<string> {
    await this.connect(server, room)
    return this.take(room)
  }

  /** Opens a room or joins the given one on the open connection. */
  async take(room?: string): Promise<string> {
    if (room === undefined) return (await this.command('create-room', OPEN_ROOM)).roomId
    await this.command('join-room', { roomId: room, passcode: null, role: 'player' })
    return room
  }

  async connect(server: string, room?: string): Promise<void> {
    const { headers, localAddress, onLost } = this.options
    let isOpen = false
    const connection = await openConnection({
      server,
      headers,
      ...(localAddress && { localAddress }),
      path: `/realtime?${room === undefined ? '' : `room=${room}&`}token=${this.#returnToken ? 'first' : 'wanted'}`,
      // What a bench reads is ASCII.
      onFrame: (payload) => this.#receive(payload.toString('latin1')),
      onLost: (why) => {
        if (!isOpen || connection !== this.#connection) return
        this.close()
        onLost(why)
      },
    })
    isOpen = true
    this.#connection = connection
    if (this.#returnToken) this.send(JSON.stringify({ event: 'authenticate', data: { token: this.#returnToken } }))
  }

  send(text: string): void {
    this.#connection?.send(text)
  }

  /** Resolves to undefined without an answer in time, or when the connection ends. */
  expect<T>(key: number | string): Promise<T | undefined> {
    return new Promise((resolve) => {
      const settle = (data: unknown): void => {
        clearTimeout(late)
        this.#awaited.delete(key)
        resolve(data as T)
      }
      const late = setTimeout(settle, ANSWER_WITHIN_MS, undefined)
      this.#awaited.set(key, { settle, postpone: () => void late.refresh() })
    })
  }

  settle(key: number | string, data: unknown): void {
    this.#awaited.get(key)?.settle(data)
  }

  /** Repeats the command under its id after a passing refusal. */
  async command<Name extends ClientEventName>(event: Name, data: ClientEventData<Name>): Promise<Accepted<Name>> {
    const id = randomUUID()
    for (let tries = 0; ; tries++) {
      const ack = ++this.#asked
      const answering = this.expect<Ack<Name>>(ack)
      this.send(JSON.stringify({ event, data, ack, id }))
      const answer = await answering
      if (answer?.success) return answer
      if (!answer) throw new Error(`${event} had no answer`)
      if (tries === TRIES || !PASSING.has(answer.code)) throw new Error(`${event} was refused: ${answer.code}`)
      this.options.onRepeat?.()
      await this.pause()
    }
  }

  /** Waits as long as the gateway asked, varied by half, or a second. */
  async pause(): Promise<void> {
    const delayMs = this.#afterMs === undefined ? AGAIN_MS : this.#afterMs * (0.5 + Math.random())
    this.#afterMs = undefined
    await sleep(delayMs)
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
    for (const { settle } of [...this.#awaited.values()]) settle(undefined)
  }

  #receive(text: string): void {
    if (text.startsWith(ACK)) {
      const { ack, data } = JSON.parse(text) as AckFrame
      return this.settle(ack, data)
    }
    const event = text.slice(EVENT.length, text.indexOf('"', EVENT.length))
    // The admission queue holds answers back.
    if (event === 'waiting') for (const { postpone } of this.#awaited.values()) postpone()
    else if (event === 'come-back') this.#afterMs = dataOf(text, event).afterMs
    else if (event === 'return-token') this.#returnToken = dataOf(text, event).token
    else this.options.onEvent(event, text)
  }
}

export const dataOf = <Name extends ServerEventName>(text: string, _event: Name): ServerEvents[Name] =>
  (JSON.parse(text) as { readonly data: ServerEvents[Name] }).data
