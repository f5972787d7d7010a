import type { RoomStateData } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import type { WebSocketRoute } from 'playwright-core'
import { account, openPlayer, type PlayerGateway, type PlayerPage } from '../player-page.js'
import { ME, roomStateData } from './room-state-data.js'

/** A frame that the page sent. */
export interface Sent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly ack?: number
}
type Answer = { success: true; [more: string]: unknown } | { success: false; code: string; error: string }

export const refusal = (code: string): Answer => ({ success: false, code, error: `Refused: ${code}` })

/** A room of two in the built pages, before a gateway of the test. */
export interface RoomPage extends PlayerPage {
  readonly sent: (event: string) => Sent[]
  /** Answers of events; null leaves them unanswered, and all others succeed. */
  readonly answers: Map<string, Answer | null>
  /** Sends an event to the page, and its number in sequence. */
  readonly says: (event: string, data: object) => void
  readonly loseConnection: () => Promise<void>
  /** How many calls the page has begun. */
  readonly callsBegun: () => Promise<number>
}

/** Devices without a picture, counted connections, and the room of an earlier page. */
function prepare(): void {
  const canvas = document.createElement('canvas')
  canvas.getContext('2d')
  const stream = () => {
    const sound = new AudioContext().createMediaStreamDestination().stream
    return new MediaStream([...canvas.captureStream(1).getTracks(), ...sound.getTracks()])
  }
  navigator.mediaDevices.getUserMedia = async () => stream()
  const counted = window as unknown as { callsBegun: number }
  counted.callsBegun = 0
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      counted.callsBegun += 1
    }
  }
}

export async function openRoom(
  room: Partial<RoomStateData> = {},
  gateway: PlayerGateway = () => undefined,
): Promise<RoomPage> {
  const opened = await openPlayer(
    (call) => gateway(call) ?? (call.path === '/auth/user' ? { body: account(ME) } : undefined),
  )
  const { page } = opened
  const state = roomStateData({ serverTime: Date.now(), ...room })
  const sent: Sent[] = []
  const answers = new Map<string, Answer | null>()
  const sockets: WebSocketRoute[] = []
  let seq = 0
  const say = (frame: object) => sockets.at(-1)?.send(JSON.stringify(frame))
  await page.routeWebSocket(/\/realtime/, (socket) => {
    sockets.push(socket)
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as Sent
      sent.push(frame)
      const answer = answers.get(frame.event)
      if (frame.ack === undefined || answer === null) return
      if (frame.event === 'sync-room') {
        seq = 1
        say({ event: 'room-state', data: { ...state, seq } })
      }
      say({ ack: frame.ack, data: answer ?? { success: true } })
    })
  })
  await page.addInitScript(prepare)
  // An empty page first: a reload opens the kept room, and starts the application once.
  await page.route('**/gameroom', (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 })
  await opened.open('/gameroom')
  await page.evaluate((kept) => sessionStorage.setItem('kla-room', kept), JSON.stringify({ roomId: state.roomId }))
  await page.reload()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  return {
    ...opened,
    sent: (event) => sent.filter((frame) => frame.event === event),
    answers,
    says: (event, data) => say({ event, data, seq: (seq += 1) }),
    async loseConnection() {
      const known = sockets.length
      await sockets.at(-1)?.close({ code: 1012 })
      await eventually(() => {
        if (sockets.length === known) throw new Error('not connected again')
      })
    },
    callsBegun: () => page.evaluate(() => (window as unknown as { callsBegun: number }).callsBegun),
  }
}
