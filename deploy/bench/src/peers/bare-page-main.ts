import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket as Socket } from 'ws'
import { serveTasks } from '../measure/serve-tasks.js'

/** Runs in the bare page. Who comes first offers; candidates trickle. */
async function call(): Promise<void> {
  const [button, picture] = [document.querySelector('button'), document.querySelector('video')]
  if (!button || !picture) throw new Error('the page is not whole')
  const camera = await navigator.mediaDevices.getUserMedia({
    video: { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 30 } },
    audio: true,
  })
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/relay`)
  const send = (event: string, data: object): void => socket.send(JSON.stringify({ event, data }))
  let peer: RTCPeerConnection | undefined

  const begin = (): RTCPeerConnection => {
    peer?.close()
    peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
    for (const track of camera.getTracks()) peer.addTrack(track, camera)
    peer.onicecandidate = ({ candidate }) => candidate && send('ice-candidate', candidate.toJSON())
    peer.ontrack = ({ track, streams: [stream] }) => {
      if (track.kind === 'video' && stream) picture.srcObject = stream
    }
    return peer
  }
  const describe = async (connection: RTCPeerConnection): Promise<void> => {
    await connection.setLocalDescription()
    const { type, sdp } = connection.localDescription ?? {}
    if (type) send(type, { type, sdp })
  }

  const takes: Record<string, (data: never) => Promise<unknown>> = {
    'start-peers': async ({ offers }: { offers: boolean }) => {
      const connection = begin()
      if (offers) await describe(connection)
    },
    offer: async (description: RTCSessionDescriptionInit) => {
      await peer?.setRemoteDescription(description)
      if (peer) await describe(peer)
    },
    answer: async (description: RTCSessionDescriptionInit) => peer?.setRemoteDescription(description),
    'ice-candidate': async (candidate: RTCIceCandidateInit) => peer?.addIceCandidate(candidate),
  }
  // In order: a candidate must not overtake its description.
  let done: Promise<unknown> = Promise.resolve()
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const frame = JSON.parse(data) as { event: string; data: never }
    done = done.then(() => takes[frame.event]?.(frame.data))
  }
  socket.onopen = () => (button.disabled = false)
  button.onclick = () => send('join', {})
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>Two connections</title>
<button disabled>Join</button>
<video autoplay muted playsinline></video>
<script>${call.toString()};call()</script>
`

export async function startRelay(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE))
  const sockets = new WebSocketServer({ server, path: '/relay', perMessageDeflate: false })
  const joined = new Set<Socket>()
  sockets.on('connection', (socket) => {
    const tell = (to: Socket, offers: boolean): void =>
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

const relay = await startRelay()

const tasks = { url: () => relay.url }
export type RelayTasks = typeof tasks

serveTasks(tasks)
