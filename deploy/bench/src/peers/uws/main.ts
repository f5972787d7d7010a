import uWS, { type WebSocket } from 'uWebSockets.js'
import { announce, MESSAGE_MAX, readSettings } from '../peer.js'
import { sessionIdIn, sessionsInMemory, type PeerSession } from '../sessions.js'
import { connectBus } from './bus.js'

/** A bare chat server on uWebSockets.js: rooms are topics. With a NATS, others of its kind share its rooms. */

interface Player {
  readonly session: PeerSession
  room?: string
  closed?: boolean
}

type Frame =
  | { readonly event: 'join'; readonly data: { readonly roomId: string } }
  | { readonly event: 'send-message'; readonly data: { readonly roomId: string; readonly message: string } }

const { people, natsUrl } = readSettings()
const sessions = sessionsInMemory(people)
const tellHere = (room: string, text: string): void => void app.publish(room, text)
const bus = natsUrl === undefined ? undefined : await connectBus(natsUrl, tellHere)

async function join(ws: WebSocket<Player>, roomId: string): Promise<void> {
  const player = ws.getUserData()
  if (player.room !== undefined) return
  player.room = roomId
  ws.subscribe(roomId)
  await bus?.enter(roomId)
  if (!player.closed) ws.send(JSON.stringify({ event: 'joined', data: { roomId } }))
}

function say({ room, session }: Player, roomId: string, message: string): void {
  if (roomId !== room || message === '' || message.length > MESSAGE_MAX) return
  const text = JSON.stringify({ event: 'receive-message', data: { username: session.username, message } })
  tellHere(room, text)
  bus?.publish(room, text)
}

const app = uWS
  .App()
  .ws<Player>('/*', {
    maxPayloadLength: 16 * 1024,
    idleTimeout: 30,
    sendPingsAutomatically: true,
    upgrade: (response, request, context) => {
      const session = sessions.get(sessionIdIn(request.getHeader('cookie')) ?? '')
      if (!session) return void response.writeStatus('401 Unauthorized').end()
      response.upgrade<Player>(
        { session },
        request.getHeader('sec-websocket-key'),
        request.getHeader('sec-websocket-protocol'),
        request.getHeader('sec-websocket-extensions'),
        context,
      )
    },
    message: (ws, message) => {
      const { event, data } = JSON.parse(Buffer.from(message).toString()) as Frame
      if (event === 'join') void join(ws, data.roomId)
      else if (event === 'send-message') say(ws.getUserData(), data.roomId, data.message)
    },
    close: (ws) => {
      const player = ws.getUserData()
      player.closed = true
      if (player.room !== undefined) bus?.leave(player.room)
    },
  })
  .listen('127.0.0.1', 0, (listening) => {
    if (listening === false) throw new Error('no port is free')
    announce(uWS.us_socket_local_port(listening))
  })
