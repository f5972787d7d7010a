import type { ServerEventName, ServerEvents } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import WebSocket from 'ws'

export interface ClientOptions {
  readonly cookie?: string
  readonly origin?: string
  readonly path?: string
  /** Address seen by a proxy. */
  readonly from?: string | string[]
}

export interface Received {
  readonly event?: ServerEventName
  readonly ack?: number
  readonly data: Record<string, unknown>
  readonly seq?: number
  readonly id?: string
  readonly sender?: number
  readonly update?: number
}

/** Client of the browser protocol that records all received frames. */
export class TestClient {
  readonly received: Received[] = []
  readonly closed: Promise<number>
  #ack = 0

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (raw: Buffer) => this.received.push(JSON.parse(raw.toString()) as Received))
    this.closed = new Promise((resolve) => socket.on('close', (code) => resolve(code)))
  }

  static async open(
    port: number,
    { cookie, origin, from, path = '/realtime' }: ClientOptions = {},
  ): Promise<TestClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(origin ? { origin } : {}),
        ...(from ? { 'x-forwarded-for': from } : {}),
      },
    })
    const client = new TestClient(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve())
      socket.once('error', reject)
    })
    return client
  }

  raw(frame: string | Buffer): void {
    this.socket.send(frame)
  }

  send(event: string, data: unknown, more: { ack?: number; id?: string } = {}): void {
    this.raw(JSON.stringify({ event, data, ...more }))
  }

  /** Sends an event and waits for its answer. */
  async ask(event: string, data: unknown, id?: string): Promise<Record<string, unknown>> {
    const ack = (this.#ack += 1)
    this.send(event, data, { ack, ...(id === undefined ? {} : { id }) })
    return eventually(() => this.received.find((frame) => frame.ack === ack)?.data ?? false) as Promise<
      Record<string, unknown>
    >
  }

  /** All events of a name so far. */
  all<Name extends ServerEventName>(event: Name): (ServerEvents[Name] & object)[] {
    return this.received.filter((frame) => frame.event === event).map(({ data }) => data as never)
  }

  /** Waits for the nth event of a name, from 1. */
  async event<Name extends ServerEventName>(event: Name, nth = 1): Promise<ServerEvents[Name]> {
    return eventually(() => this.all(event)[nth - 1] ?? false) as Promise<ServerEvents[Name]>
  }

  /** Drops the events of a name so far, so that `event` waits for the next. */
  forget(event: ServerEventName): void {
    const others = this.received.filter((frame) => frame.event !== event)
    this.received.splice(0, this.received.length, ...others)
  }

  /** The numbers of all room events so far. */
  seqs(): number[] {
    return this.received.flatMap(({ seq }) => (seq === undefined ? [] : [seq]))
  }

  /** Drops the connection without a close frame. */
  drop(): void {
    this.socket.terminate()
  }
}

/** The data of create-room. */
export const newRoom = (more: object = {}): object => ({
  roomName: 'Late night',
  passcode: null,
  passcodeRequired: false,
  publicRoom: true,
  mode: 'rush',
  capacity: '2',
  category: 'default',
  ...more,
})
