import { createConnection } from 'node:net'

/** Whether a server on this machine answers `send` (or a connection, where it speaks first) with `expected`. */
export const answersWith = (port: number, expected: string, send?: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1', timeout: 1_000 })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')))
    socket.once('data', (data) => {
      resolve(data.toString().startsWith(expected))
      socket.destroy()
    })
    socket.once('close', () => resolve(false))
    if (send !== undefined) socket.write(send)
  })
