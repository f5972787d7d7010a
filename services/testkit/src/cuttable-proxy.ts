import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CuttableProxy {
  readonly url: string
  /** Ends all connections and accepts none until {@link mend}. */
  cut(): void
  mend(): void
  close(): void
}

/** Creates a proxy that can be cut, as by a network failure or a restart. */
export async function createCuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const [socket, other] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    } // oxfmt-ignore
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = (): void => sockets.forEach((socket) => socket.destroy())
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      drop()
    },
    mend: () => void (isCut = false),
    close: () => {
      drop()
      server.close()
    },
  }
}
