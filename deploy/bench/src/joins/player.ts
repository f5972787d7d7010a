import { RawPlayer } from '../measure/raw-player.js'

export interface JoiningPlayerOptions {
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
  readonly onLost: (why: string) => void
}

const SYNC = 'sync-room'

/** Takes a seat, and returns to it on a new connection. */
export class JoiningPlayer {
  /** True once peers started after the last seat or return of either player. */
  isPaired = false
  roomId = ''
  readonly #raw: RawPlayer

  constructor(private readonly options: JoiningPlayerOptions) {
    const { headers, onLost } = options
    this.#raw = new RawPlayer({
      headers,
      onLost,
      onEvent: (event, text) => {
        if (event === 'start-peers') this.isPaired = true
        else if (event === 'room-state') this.#raw.settle(SYNC, true)
        else if (event === 'error' || event === 'room-closed') onLost(text)
      },
    })
  }

  /** Resolves to the milliseconds from the command to its acceptance. */
  async sit(roomId?: string): Promise<number> {
    await this.#raw.connect(this.options.server, roomId)
    const askedAtMs = performance.now()
    this.roomId = await this.#raw.take(roomId)
    return performance.now() - askedAtMs
  }

  /** Loses the connection, and resumes the seat on another one. */
  async comeBack(): Promise<void> {
    this.#raw.close()
    await this.#raw.connect(this.options.server, this.roomId)
    const answering = this.#raw.expect<true>(SYNC)
    this.#raw.send(JSON.stringify({ event: SYNC, data: { roomId: this.roomId } }))
    if (!(await answering)) throw new Error('a returning player got no state of the room')
  }

  stop(): void {
    this.#raw.close()
  }
}
