import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ListenOptions, type Server } from 'node:net'
import { LocalFailure } from '../root.js'

const LOWEST = 20_000
const HIGHEST = 32_000
const BLOCK = 64
const TRIES = 1_000

/** Free ports of this machine, one for each name. */
export interface Ports {
  take(name: string): Promise<number>
  /** Releases ports outside the file. */
  close(): void
}

/** Reserves blocks by listening on their first ports; `file` keeps them for the next run. */
export function createPorts(file?: string): Ports {
  const remembered = file === undefined ? {} : read(file)
  const taken = new Set<number>(Object.values(remembered))
  const locks: Server[] = []
  let [next, end] = [0, 0]
  const reserveBlock = async (): Promise<void> => {
    for (let tries = 0; tries < TRIES; tries++) {
      const first = LOWEST + BLOCK * randomInt(Math.floor((HIGHEST - LOWEST) / BLOCK))
      const lock = await listen({ port: first, host: '127.0.0.1' })
      if (!lock) continue
      locks.push(lock.unref().on('connection', (socket) => socket.destroy()))
      ;[next, end] = [first + 1, first + BLOCK]
      return
    }
    throw new LocalFailure(`Other programs use all ports from ${LOWEST} to ${HIGHEST}.`)
  }
  const takeNext = async (name: string): Promise<number> => {
    const last = remembered[name]
    if (last !== undefined && (await isFree(last))) return last
    for (;;) {
      if (next === end) await reserveBlock()
      const port = next++
      if (taken.has(port) || !(await isFree(port))) continue
      remembered[name] = port
      if (file !== undefined) writeFileSync(file, JSON.stringify(remembered, null, 2))
      return port
    }
  }
  let before: Promise<unknown> = Promise.resolve()
  return {
    take(name) {
      const port = before.then(() => takeNext(name))
      before = port.catch(() => undefined)
      return port
    },
    close: () => locks.splice(0).forEach((lock) => lock.close()),
  }
}

export async function isFree(port: number): Promise<boolean> {
  const server = await listen({ port })
  if (!server) return false
  return new Promise((resolve) => server.close(() => resolve(true)))
}

const listen = (where: ListenOptions): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ ...where, exclusive: true }, () => resolve(server))
  })

function read(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}
