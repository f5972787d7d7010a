import { connect, type Subscription } from 'nats'
import uWS from 'uWebSockets.js'
import type { WebSocket } from 'uWebSockets.js'
import { announce, MESSAGE_MAX, readSettings } from './peer.js'
import { type PeerSession, sessionIdIn, sessionsInMemory } from './sessions.js'

interface Bus {
  /** Subscribes to a room. Resolves once the broker knows. */
  enter(room: string): Promise<void>
  leave(room: string): void
  publish(room: string, text: string): void
}

/** A server's own messages do not come back. */
async function connectBus(url: string, onText: (room: string, text: string) => void): Promise<Bus> {
  const nats = await connect({ servers: url, noEcho: true })
  let gathered: { readonly room: string; readonly text: string }[] = []
  const publishGathered = (): void => {
    for (const { room, text } of gathered) nats.publish(`room.${room}`, Buffer.from(text))
    gathered = []
  }
  const rooms = new Map<string, { readonly subscription: Subscription; players: number }>()
  return {
    async enter(room) {
      const known = rooms.get(room)
      if (known) {
        known.players += 1
        return
      }
      const callback = (_: unknown, { data }: { data: Uint8Array }): void => onText(room, Buffer.from(data).toString())
      rooms.set(room, { subscription: nats.subscribe(`room.${room}`, { callback }), players: 1 })
      await nats.flush()
    },
    leave(room) {
      const known = rooms.get(room)
      if (!known) return
      known.players -= 1
      if (known.players > 0) return
      known.subscription.unsubscribe()
      rooms.delete(room)
    },
    publish(room, text) {
      // A write for each line would dominate the cost.
      if (gathered.length === 0) setImmediate(publishGathered)
      gathered.push({ room, text })
    },
  }
}


interface Player {
  readonly session: PeerSession
  room?: string
  closed?: boolean
}

type Frame =
  | { readonly event: 'join'; readonly data: { readonly roomId: string } }
  | { readonly event: 'send-message'; readonly data: { readonly roomId: string; readonly message: string } }

const { players, natsUrl } = readSettings()
const sessions = sessionsInMemory(players)
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
