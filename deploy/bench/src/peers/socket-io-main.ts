import { createAdapter } from '@socket.io/redis-adapter'
import { Redis } from 'ioredis'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type DefaultEventsMap, type Socket } from 'socket.io'
import { announce, MESSAGE_MAX, readSettings } from './peer.js'
import { type PeerSession, sessionIdIn, sessionKey, sessionsInMemory } from './sessions.js'

/** A chat server on Socket.IO. With Redis, servers share rooms and sessions. */

interface ClientEvents {
  join(data: { roomId: string }, answer: (ack: { success: boolean }) => void): void
  'send-message'(data: { roomId: string; message: string }): void
}

interface ServerEvents {
  'receive-message'(data: { username: string; message: string }): void
}

type Player = Socket<ClientEvents, ServerEvents, DefaultEventsMap, { session: PeerSession }>

const { players, redisUrl } = readSettings()
const redis = redisUrl === undefined ? undefined : new Redis(redisUrl)
const sessions = redis ? undefined : sessionsInMemory(players)
const sessionOf = async (id: string): Promise<PeerSession | undefined> =>
  redis ? findSession(redis, id) : sessions?.get(id)

const http = createServer()
const io = new Server<ClientEvents, ServerEvents, DefaultEventsMap, { session: PeerSession }>(http, {
  transports: ['websocket'],
  perMessageDeflate: false,
  serveClient: false,
  ...(redis ? { adapter: createAdapter(redis.duplicate(), redis.duplicate()) } : {}),
})

io.use((socket: Player, next) => {
  sessionOf(sessionIdIn(socket.handshake.headers.cookie) ?? '').then((session) => {
    if (!session) return next(new Error('not signed in'))
    socket.data.session = session
    next()
  }, next)
})

io.on('connection', (socket: Player) => {
  socket.on('join', ({ roomId }, answer) => {
    void Promise.resolve(socket.join(roomId)).then(() => answer({ success: true }))
  })
  socket.on('send-message', ({ roomId, message }) => {
    if (!socket.rooms.has(roomId) || message === '' || message.length > MESSAGE_MAX) return
    io.to(roomId).emit('receive-message', { username: socket.data.session.username, message })
  })
})

http.listen(0, '127.0.0.1', () => announce((http.address() as AddressInfo).port))

async function findSession(redis: Redis, id: string): Promise<PeerSession | undefined> {
  const text = await redis.get(sessionKey(id))
  return text === null ? undefined : (JSON.parse(text) as PeerSession)
}
