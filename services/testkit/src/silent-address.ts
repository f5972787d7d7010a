import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

/** Address that ignores SYNs: connecting never ends. */
export interface SilentAddress {
  readonly port: number
  close(): Promise<void>
}

/** Listens without accepting: only the kernel answers, until the backlog is full. */
const LISTENER = `
const { createServer } = require('node:net')
const { parentPort, workerData } = require('node:worker_threads')
const server = createServer().listen({ port: workerData, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
`
const CONNECTS_WITHIN_MS = 300
const FILLERS_MAX = 16

export async function openSilentAddress(port = 0): Promise<SilentAddress> {
  const worker = new Worker(LISTENER, { eval: true, workerData: port })
  const [taken] = (await once(worker, 'message')) as [number]
  const fillers: Socket[] = []
  const close = async (): Promise<void> => {
    for (const socket of fillers) socket.destroy()
    await worker.terminate()
  }
  // Two in a row: one may have lost a packet.
  for (let hanging = 0; hanging < 2;) {
    if (fillers.length === FILLERS_MAX) {
      await close()
      throw new Error('this machine accepts more connections than a backlog of 1 allows')
    }
    const socket = connect(taken, '127.0.0.1')
    socket.on('error', () => undefined)
    fillers.push(socket)
    hanging = (await connects(socket)) ? 0 : hanging + 1
  }
  return { port: taken, close }
}

const connects = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), CONNECTS_WITHIN_MS)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
