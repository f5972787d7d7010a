import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'

const SOCKETS = 50
const ROUNDS = 400
/** About a chat line with its envelope. */
const TEXT = JSON.stringify({ event: 'send-message', data: { roomId: '0'.repeat(36), message: 'line 100' }, ack: 100 })

/** Microseconds a bare uWebSockets.js server takes for an echo. */
export async function measureEcho(): Promise<number> {
  const server = fork(fileURLToPath(new URL('./echo-server-main.js', import.meta.url)))
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const cpuMicros = async (): Promise<number> => {
    server.send('?')
    const [answer] = (await once(server, 'message')) as [{ cpuMicros: number }]
    return answer.cpuMicros
  }
  const sockets = Array.from({ length: SOCKETS }, () => new WebSocket(`ws://127.0.0.1:${port}`))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const roundTrips = async (rounds: number): Promise<unknown> =>
    Promise.all(
      sockets.map(async (socket) => {
        for (let round = 0; round < rounds; round++) {
          const answer = once(socket, 'message')
          socket.send(TEXT)
          await answer
        }
      }),
    )
  // Warm-up.
  await roundTrips(ROUNDS / 4)
  const before = await cpuMicros()
  await roundTrips(ROUNDS)
  const spent = (await cpuMicros()) - before
  for (const socket of sockets) socket.terminate()
  server.disconnect()
  await once(server, 'exit')
  return spent / (SOCKETS * ROUNDS)
}

/** Microseconds of a bare unary call of grpc-js, client and server together. */
export async function measureUnary(): Promise<number> {
  const process = fork(fileURLToPath(new URL('./unary-main.js', import.meta.url)))
  const [{ cpuMicros }] = (await once(process, 'message')) as [{ cpuMicros: number }]
  return cpuMicros
}
