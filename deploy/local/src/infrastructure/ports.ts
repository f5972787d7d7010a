import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

// Below the ephemeral ports (32768), above well-known ones.
const LOWEST = 20_000
const HIGHEST = 32_000

export interface Ports {
  take(name: string): Promise<number>
}

/** Ports of one run; with `file`, the same in the next run. */
export function createPorts(file?: string): Ports {
  const remembered = file === undefined ? {} : read(file)
  const taken = new Set<number>(Object.values(remembered))
  return {
    async take(name) {
      const last = remembered[name]
      if (last !== undefined && (await isFree(last))) return last
      for (;;) {
        const port = randomInt(LOWEST, HIGHEST)
        if (taken.has(port)) continue
        taken.add(port)
        if (!(await isFree(port))) continue
        remembered[name] = port
        if (file !== undefined) writeFileSync(file, JSON.stringify(remembered, null, 2))
        return port
      }
    },
  }
}

export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)))
  })

function read(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}
