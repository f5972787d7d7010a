import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Network between browser and site, with faults that browsers cannot detect. */
export interface Network {
  /** Leads Chromium through here, at the site's own address. */
  readonly chromiumArgument: string
  /** Silently drops traffic of present connections. New ones work. */
  swallow(): void
  /** Answers WebSocket upgrades with 403, as some company networks do. */
  forbidWebSockets(forbidden: boolean): void
  /** Upgrades passed on so far. */
  readonly webSockets: number
  close(): Promise<void>
}

const FORBIDDEN = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
const UPGRADE = /^GET [^\r\n]*\r\n(?:[^\r\n]+\r\n)*upgrade: websocket\r\n/i

interface Passage {
  swallowed: boolean
  readonly ends: readonly [Socket, Socket]
}

/** Makes a network for `origin`, such as "http://localhost:8080". */
export async function createNetwork(origin: string): Promise<Network> {
  const { hostname, port: sitePort } = new URL(origin)
  const passages = new Set<Passage>()
  let forbidden = false
  let webSockets = 0
  const server = createServer((client) => {
    const site = connect(Number(sitePort), hostname)
    const passage: Passage = { swallowed: false, ends: [client, site] }
    passages.add(passage)
    client.on('data', (data) => {
      if (passage.swallowed) return
      const upgrades = UPGRADE.test(data.toString('latin1'))
      if (upgrades && forbidden) return void client.end(FORBIDDEN)
      if (upgrades) webSockets += 1
      site.write(data)
    })
    site.on('data', (data) => void (passage.swallowed || client.write(data)))
    for (const [end, other] of [
      [client, site],
      [site, client],
    ] as const) {
      end.on('error', () => undefined)
      end.on('close', () => {
        passages.delete(passage)
        if (!passage.swallowed) other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    chromiumArgument: `--host-resolver-rules=MAP ${hostname}:${sitePort} 127.0.0.1:${port}`,
    swallow() {
      for (const passage of passages) passage.swallowed = true
    },
    forbidWebSockets: (now) => void (forbidden = now),
    get webSockets() {
      return webSockets
    },
    async close() {
      for (const { ends } of passages) for (const end of ends) end.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
