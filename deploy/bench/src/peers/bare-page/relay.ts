import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { call } from './call.js'

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>Two connections</title>
<button disabled>Join</button>
<video autoplay muted playsinline></video>
<script>${call.toString()};call()</script>
`

/** A page, and a relay for two of them: whoever has joined is told of the other one, and hears all that it says. */
export async function startRelay(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE))
  const sockets = new WebSocketServer({ server, path: '/relay', perMessageDeflate: false })
  const joined = new Set<WebSocket>()
  sockets.on('connection', (socket) => {
    const tell = (to: WebSocket, offers: boolean): void =>
      to.send(JSON.stringify({ event: 'start-peers', data: { offers } }))
    socket.on('close', () => void joined.delete(socket))
    socket.on('message', (message) => {
      const text = String(message)
      const others = [...joined].filter((other) => other !== socket)
      if ((JSON.parse(text) as { event: string }).event !== 'join') return others.forEach((other) => other.send(text))
      joined.add(socket)
      for (const other of others) {
        tell(other, true)
        tell(socket, false)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
