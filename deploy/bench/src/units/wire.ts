import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Bytes that went through connections which this process has opened to one of some ports. */
export interface Wire {
  readonly toServer: number
  readonly toClient: number
}

/** Counts from now on, also what is closed meanwhile. Answers the sums as they are. */
export function countWire(ports: ReadonlySet<number>): () => Wire {
  const open = new Set<Socket>()
  const ended = { toServer: 0, toClient: 0 }
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket }
    socket.once('connect', () => {
      if (!ports.has(socket.remotePort ?? 0)) return
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        ended.toServer += socket.bytesWritten
        ended.toClient += socket.bytesRead
      })
    })
  })
  return () => {
    const sum = { ...ended }
    for (const socket of open) {
      sum.toServer += socket.bytesWritten
      sum.toClient += socket.bytesRead
    }
    return sum
  }
}
