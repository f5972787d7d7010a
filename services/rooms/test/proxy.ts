import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** A way to a server that a test can cut and mend, as if the server had gone and come back. */
export interface Proxy {
  readonly url: string
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function createProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let ownPort = 0

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const mend = async (): Promise<void> => {
    server = createServer((client) => {
      const upstream = createConnection(Number(port), hostname)
      keep(client)
      keep(upstream)
      client.pipe(upstream).pipe(client)
      client.on('close', () => upstream.destroy())
      upstream.on('close', () => client.destroy())
    })
    server.listen(ownPort, '127.0.0.1')
    await once(server, 'listening')
    ownPort = (server.address() as AddressInfo).port
  }
  await mend()
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(ownPort) }).href,
    mend,
    async cut() {
      const closing = server && once(server, 'close')
      server?.close()
      for (const socket of sockets) socket.destroy()
      await closing
    },
  }
}
