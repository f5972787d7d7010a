import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Faults of a network in one direction; both have them. */
export interface Conditions {
  readonly lossPercent?: number
  readonly delayMs?: number
  /** Applies them to connections to the site too, not only to the relay. */
  readonly site?: boolean
}

/**
 * A player's access to the internet: a SOCKS proxy for the site and a UDP port for the relay, which lose, delay or hold
 * up traffic. Replaces `tc netem`, which needs a kernel module and root.
 */
export interface AccessLink {
  /** Chromium's command line arguments for this link. */
  readonly args: readonly string[]
  readonly relayPort: number
  become(conditions: Conditions): void
  /** Stops all traffic. */
  cut(): void
  /** Moves relay traffic to another port, as a restarted router does. */
  changeAddress(): void
  close(): Promise<void>
}

/** Minimum cost of a lost TCP segment (RFC 6298 allows implementations 200 ms). */
const RETRANSMITTED_AFTER_MS = 200

export async function openAccessLink(relay: { readonly port: number }, random = Math.random): Promise<AccessLink> {
  let conditions: Conditions = {}
  let isCut = false
  const isLost = () => random() * 100 < (conditions.lossPercent ?? 0)

  const datagrams = createSocket('udp4').bind(0, '127.0.0.1')
  await once(datagrams, 'listening')
  const outward = new Map<string, UdpSocket>()
  const pass = (send: () => void) => {
    if (!isCut && !isLost()) setTimeout(() => isCut || send(), conditions.delayMs ?? 0)
  }
  const forget = () => {
    for (const socket of outward.values()) socket.close()
    outward.clear()
  }
  const outwardOf = ({ address, port }: RemoteInfo): UdpSocket => {
    const key = `${address}:${port}`
    const known = outward.get(key)
    if (known) return known
    const socket = createSocket('udp4')
    // Chromium sends from its network's address if it knows it.
    socket.on('message', (data) => pass(() => datagrams.send(data, port, address)))
    outward.set(key, socket)
    return socket
  }
  datagrams.on('message', (data, from) => pass(() => outwardOf(from).send(data, relay.port, '127.0.0.1')))

  const open = new Set<Socket>()
  const waiting = new Set<() => void>()
  const pipe = (from: Socket, to: Socket) => {
    let dueAt = 0
    from.on('data', (data) => {
      const { site = true, delayMs = 0 } = conditions
      const write = () => (isCut ? void waiting.add(write) : void to.write(data))
      const delay = site ? delayMs + (isLost() ? RETRANSMITTED_AFTER_MS : 0) : 0
      // Bytes stay in order.
      dueAt = Math.max(dueAt, Date.now() + delay)
      if (dueAt <= Date.now()) write()
      else setTimeout(write, dueAt - Date.now())
    })
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
  }
  const server = createServer((browser) => {
    open.add(browser)
    browser.on('close', () => open.delete(browser))
    browser.on('error', () => undefined)
    const both = (site: Socket) => {
      pipe(browser, site)
      pipe(site, browser)
    }
    // Chromium also requests its own hosts.
    void dialled(browser).then(both, () => browser.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const goOn = () => {
    isCut = false
    for (const write of waiting) write()
    waiting.clear()
  }
  return {
    args: [`--proxy-server=socks5://127.0.0.1:${portOf(server.address())}`, '--proxy-bypass-list=<-loopback>'],
    relayPort: datagrams.address().port,
    become(next) {
      conditions = next
      goOn()
    },
    cut() {
      isCut = true
    },
    changeAddress: forget,
    async close() {
      // Delayed data is lost.
      isCut = true
      for (const socket of open) socket.destroy()
      server.close()
      datagrams.close()
      forget()
      await once(server, 'close')
    },
  }
}

const portOf = (address: ReturnType<ReturnType<typeof createServer>['address']>): number =>
  typeof address === 'object' && address ? address.port : 0

const HOSTNAME = 3
const IPV6 = 4

/** SOCKS 5 (RFC 1928) without authentication, CONNECT alone; the site is on this machine. */
async function dialled(browser: Socket): Promise<Socket> {
  await once(browser, 'data')
  browser.write(Buffer.from([5, 0]))
  const [request] = (await once(browser, 'data')) as [Buffer]
  const length = request[3] === HOSTNAME ? 1 + (request[4] ?? 0) : request[3] === IPV6 ? 16 : 4
  const site = connect(request.readUInt16BE(4 + length), '127.0.0.1')
  await once(site, 'connect')
  site.on('error', () => browser.destroy())
  browser.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
  return site
}
