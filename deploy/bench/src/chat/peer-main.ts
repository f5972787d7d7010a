import { natsServers } from '@kla/chassis'
import { connect, type Subscription } from '@nats-io/transport-node'
import uWS, { type WebSocket } from 'uWebSockets.js'
import { serveTasks } from '../measure/workers.js'

interface PeerPlayer {
  room?: string
}

interface Command {
  readonly event: 'create-room' | 'join-room' | 'leave-room' | 'send-message'
  readonly data: { readonly roomId?: string; readonly message?: string }
  readonly ack?: number
}

const PAIRED = ['{"event":"user-connected"}', '{"event":"start-peers"}']

/** A bare relay: rooms on uWebSockets.js, and NATS between two servers. It checks, limits and keeps nothing. */
async function listen({ natsUrl, name }: { natsUrl: string; name: string }): Promise<number> {
  const nats = await connect({ ...natsServers(natsUrl), noEcho: true })
  const rooms = new Map<string, { readonly subscription: Subscription; players: number }>()
  let opened = 0
  let gathered: { readonly room: string; readonly text: string }[] = []
  const flush = (): void => {
    for (const { room, text } of gathered) nats.publish(`peer.${room}`, Buffer.from(text))
    gathered = []
  }
  const publish = (room: string, text: string): void => {
    app.publish(room, text)
    // A write for each message would dominate the cost.
    if (gathered.length === 0) setImmediate(flush)
    gathered.push({ room, text })
  }
  const enter = async (socket: WebSocket<PeerPlayer>, room: string): Promise<void> => {
    socket.getUserData().room = room
    socket.subscribe(room)
    const known = rooms.get(room)
    if (known) return void (known.players += 1)
    const callback = (_: unknown, { data }: { data: Uint8Array }): void => void app.publish(room, data)
    rooms.set(room, { subscription: nats.subscribe(`peer.${room}`, { callback }), players: 1 })
    await nats.flush()
  }
  const leave = (socket: WebSocket<PeerPlayer>): void => {
    const player = socket.getUserData()
    const known = rooms.get(player.room ?? '')
    if (!known || player.room === undefined) return
    known.players -= 1
    if (known.players === 0 && rooms.delete(player.room)) known.subscription.unsubscribe()
    delete player.room
  }
  const obey = async (socket: WebSocket<PeerPlayer>, { event, data, ack }: Command): Promise<void> => {
    const { room } = socket.getUserData()
    if (event === 'send-message') {
      const text = JSON.stringify({ event: 'receive-message', data: { username: name, message: data.message } })
      return room === undefined ? undefined : publish(room, text)
    }
    const roomId = data.roomId ?? `${name}-${++opened}`
    if (event === 'leave-room') leave(socket)
    else await enter(socket, roomId)
    socket.send(JSON.stringify({ ack, data: { success: true, roomId } }))
    if (event === 'join-room') for (const text of PAIRED) publish(roomId, text)
  }
  const app = uWS.App().ws<PeerPlayer>('/*', {
    idleTimeout: 30,
    sendPingsAutomatically: true,
    upgrade: (response, request, context) => {
      const [key, protocol, extensions] = ['key', 'protocol', 'extensions'].map((one) =>
        request.getHeader(`sec-websocket-${one}`),
      ) as [string, string, string]
      response.upgrade<PeerPlayer>({}, key, protocol, extensions, context)
    },
    message: (socket, message) => void obey(socket, JSON.parse(Buffer.from(message).toString()) as Command),
    close: leave,
  })
  return new Promise((resolve, reject) =>
    app.listen('127.0.0.1', 0, (listening) =>
      listening === false ? reject(new Error('no port is free')) : resolve(uWS.us_socket_local_port(listening)),
    ),
  )
}

const tasks = { listen }
export type PeerTasks = typeof tasks

serveTasks(tasks)
