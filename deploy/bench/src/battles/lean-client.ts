import type { ProtocolClient, Session } from '../bots/index.js'
import type { Ack, AckFrame, ServerFrame } from '@kla/proto/web'
import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'

export interface LeanClientOptions {
  readonly session: Session
  /** The gateway's own address. */
  readonly gateway: string
  readonly onEvent: (frame: ServerFrame) => void
  /** The connection was closed, and not by this side. */
  readonly onLost: (code: number) => void
}

/**
 * A client of the browser protocol for a time in which nothing is lost: it says what a browser says and nothing
 * else. It does not connect again, so that a lost connection is a fault and not a detour.
 */
export interface LeanClient extends Pick<ProtocolClient, 'send'> {
  /** How many commands have waited for their answer for longer than this, milliseconds. */
  unanswered(forMs: number): number
  close(): void
}

export async function connectLean(options: LeanClientOptions): Promise<LeanClient> {
  const { session, gateway, onEvent, onLost } = options
  const waiting = new Map<number, { readonly sentAt: number; readonly settle: (data: never) => void }>()
  let asked = 0
  let closing = false
  const socket = new WebSocket(`${gateway.replace(/^http/, 'ws')}/realtime`, {
    headers: { origin: session.url, cookie: session.cookie },
    perMessageDeflate: false,
  })
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame | AckFrame
    if (!('ack' in frame)) return onEvent(frame)
    waiting.get(frame.ack)?.settle(frame.data as never)
    waiting.delete(frame.ack)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => undefined)
  socket.on('close', (code) => {
    if (!closing) onLost(code)
  })

  return {
    send: (event, data, id = randomUUID()) =>
      new Promise<Ack<typeof event>>((settle) => {
        const ack = ++asked
        waiting.set(ack, { sentAt: performance.now(), settle })
        socket.send(JSON.stringify({ event, data, ack, id }))
      }),
    unanswered: (forMs) => [...waiting.values()].filter(({ sentAt }) => performance.now() - sentAt > forMs).length,
    close() {
      closing = true
      socket.close(1000)
    },
  }
}
