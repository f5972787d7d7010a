import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A server that can vanish as a machine does, without closing its connections. */
export interface MortalServer {
  readonly url: string
  /** How many have connected to it so far. */
  readonly connected: number
  /** Open and new connections receive nothing any more. */
  die(): void
  /** Another one is there under its address: for those who connect from now on. */
  replace(): void
  /** Lets all connections go, and says so. */
  restart(): void
  close(): void
}

/** In front of `target`. */
export async function createMortalServer(target: string): Promise<MortalServer> {
  const there = new URL(target)
  const sockets = new Set<Socket>()
  let dead = false
  let connected = 0
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    connected += 1
    keep(client)
    if (dead) return
    const upstream = connect(Number(there.port), there.hostname)
    keep(upstream)
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  url.hostname = '127.0.0.1'
  const end = (): void => sockets.forEach((socket) => socket.destroy())
  return {
    url: url.toString(),
    get connected() {
      return connected
    },
    die() {
      dead = true
      for (const socket of sockets) socket.unpipe()
      for (const socket of sockets) socket.pause()
    },
    replace() {
      dead = false
    },
    restart: end,
    close() {
      end()
      server.close()
    },
  }
}
