import { setTimeout as sleep } from 'node:timers/promises'
import { CLOSE, PASSING, reconnectDelayMs, type ServerEvents } from '@kla/proto/web'
import { dataOf, RawPlayer } from '../measure/raw-player.js'

export interface CrowdPlayerOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly localAddress: string
  readonly gateway: () => string
  readonly onLost: (why: string) => void
  readonly onReturned: () => void
  readonly onBattle: (event: 'phase' | 'end') => void
}

export type Standing = 'coming' | 'seated' | 'away' | 'lost'

const AGAIN_MS = 1_000
const CONNECTS_MAX = 5
const PHASES: ReadonlySet<string> = new Set(['prompt-gif', 'show-gif'])
const ENDS: ReadonlySet<string> = new Set(['end-game', 'winner-confirmed', 'no-unanimous-winner'])
const PLAYING: ReadonlySet<string> = new Set(['prompt', 'show'])
const DRAINED = `closed with ${CLOSE.GOING_AWAY}`
const SYNC = 'sync-room'

type Answer = { readonly state: ServerEvents['room-state'] } | { readonly code: string }

/** Takes a seat, keeps it in silence, and returns to it as pages do. */
export class CrowdPlayer {
  standing: Standing = 'coming'
  isPaired = false
  lostBy = ''
  roomId = ''
  readonly #raw: RawPlayer
  #isPlaying = false
  #isStopped = false
  #tries = 0
  #spreadMs = 0

  constructor(private readonly options: CrowdPlayerOptions) {
    const { headers, localAddress } = options
    this.#raw = new RawPlayer({
      headers,
      localAddress,
      onEvent: (event, text) => this.#receive(event, text),
      onLost: (why) => this.#lose(why),
    })
  }

  /** Opens a room, or joins one. A busy machine may answer the handshake too late. */
  async sit(roomId?: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.roomId = await this.#raw.sit(this.options.gateway(), roomId)
        this.standing = 'seated'
        return
      } catch (error) {
        if (tries === CONNECTS_MAX || this.#raw.isConnected) throw error
        await sleep(AGAIN_MS)
      }
    }
  }

  async readyUp(): Promise<void> {
    this.#isPlaying = true
    await this.#raw.command('ready-up', { roomId: this.roomId })
  }

  stop(): void {
    this.#isStopped = true
    this.#raw.close()
  }

  #lose(why: string): void {
    if (this.#isStopped || this.standing !== 'seated') return
    this.options.onLost(why)
    this.standing = 'away'
    this.#tries = 0
    void this.#comeBack(why === DRAINED)
  }

  async #comeBack(isDrained: boolean): Promise<void> {
    while (!this.#isStopped && this.standing === 'away') {
      // Another gateway waits for those that a drained one closes.
      const isAtOnce = isDrained && this.#tries === 0
      await sleep(isAtOnce ? 0 : reconnectDelayMs(Math.random, this.#spreadMs, this.#tries))
      this.#tries += 1
      this.#spreadMs = 0
      await this.#raw.connect(this.options.gateway(), this.roomId).then(
        () => this.#sync(),
        () => undefined,
      )
    }
  }

  /** Ends with the seat, without it for good, or without a connection. */
  async #sync(): Promise<void> {
    while (this.#raw.isConnected) {
      const answering = this.#raw.expect<Answer>(SYNC)
      this.#raw.send(JSON.stringify({ event: SYNC, data: { roomId: this.roomId } }))
      const answer = await answering
      if (this.standing === 'lost') return
      if (!answer) return this.#raw.close()
      if ('state' in answer) return this.#resumed(answer.state.phase)
      if (!PASSING.has(answer.code)) return this.#loseSeat(answer.code)
      await this.#raw.pause()
    }
  }

  #resumed(phase: string): void {
    this.standing = 'seated'
    if (this.#isPlaying && !PLAYING.has(phase)) this.options.onBattle('end')
    this.options.onReturned()
  }

  #loseSeat(why: string): void {
    this.standing = 'lost'
    this.lostBy = why
    this.stop()
  }

  #receive(event: string, text: string): void {
    if (event === 'return-spread') this.#spreadMs = dataOf(text, event).spreadMs
    else if (event === 'room-state') this.#raw.settle(SYNC, { state: dataOf(text, event) } satisfies Answer)
    else if (event === 'error') this.#refused(dataOf(text, event))
    else if (event === 'start-peers') this.isPaired = true
    else if (event === 'room-closed' && !this.#isStopped) this.#loseSeat(`room-closed: ${dataOf(text, event).reason}`)
    else if (PHASES.has(event)) this.options.onBattle('phase')
    else if (ENDS.has(event)) this.options.onBattle('end')
  }

  #refused({ event, code }: ServerEvents['error']): void {
    if (event === SYNC) this.#raw.settle(SYNC, { code } satisfies Answer)
  }
}
