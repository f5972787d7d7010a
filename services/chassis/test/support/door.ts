import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server on loopback that counts its connections and can lose them. */
export interface Door {
  readonly address: string
  /** Number of connections since the door opened. */
  connections(): number
  /** Ends all connections; new ones come in. */
  cut(): void
  close(): void
}

/** Opens a door to a port of this machine. */
export async function openDoor(port: number): Promise<Door> {
  const sockets = new Set<Socket>()
  let connections = 0
  const door = createServer((socket) => {
    const inside = connect(port, '127.0.0.1')
    sockets.add(socket)
    connections += 1
    socket.on('close', () => (sockets.delete(socket), inside.destroy()))
    inside.on('close', () => socket.destroy())
    socket.on('error', () => undefined).pipe(inside)
    inside.on('error', () => undefined).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  return {
    address: `127.0.0.1:${(door.address() as AddressInfo).port}`,
    connections: () => connections,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: () => void door.close(),
  }
}
