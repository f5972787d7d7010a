import type { Logger } from '@kla/chassis'
import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { REALTIME_PATH, SPLICE_MARK_HEADER } from '../shared/upgrade.js'
import { addressesOf, type Trust } from '../shared/networks.js'

const FORWARDED_FOR = 'x-forwarded-for'
const OURS: ReadonlySet<string> = new Set([FORWARDED_FOR, SPLICE_MARK_HEADER])
const CONNECT_WITHIN_MS = 3_000
/** How long a connection that has been told good-bye may take to read it. */
const LINGER_MS = 3_000

export interface SpliceOptions {
  readonly host: string
  /** Asked for each upgrade: the port is known once the socket listener listens. */
  readonly port: () => number
  /** Whose X-Forwarded-For is to be believed. */
  readonly trust: Trust
  /** What tells the socket listener that an upgrade comes from here, so that it believes the addresses; known to nobody else. */
  readonly mark: string
  readonly log: Logger
}

/**
 * Hands upgrades for /realtime to the socket listener byte for byte, so that one origin serves everything where no
 * route does the splitting.
 */
export function spliceUpgrades(server: Server, options: SpliceOptions): void {
  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy())
    if (request.url?.split('?', 1)[0] !== REALTIME_PATH) return refuse(client, '404 Not Found')
    splice(request, client as Socket, head, options)
  })
}

function splice(request: IncomingMessage, client: Socket, head: Buffer, options: SpliceOptions): void {
  const { host, port, log } = options
  // Half open: who has said good-bye may still be spoken to, so that a close code arrives even in the middle of a flood.
  const upstream = connect({ host, port: port(), noDelay: true, timeout: CONNECT_WITHIN_MS, allowHalfOpen: true })
  let connected = false
  client.setNoDelay(true)
  client.setTimeout(0)
  upstream.once('connect', () => {
    connected = true
    upstream.setTimeout(0)
    upstream.write(headText(request, client.remoteAddress, options))
    if (head.length > 0) upstream.write(head)
    client.pipe(upstream).pipe(client)
  })
  upstream.once('timeout', () => upstream.destroy(new Error('the socket listener does not answer')))
  upstream.once('end', () => setTimeout(() => client.destroy(), LINGER_MS).unref())
  upstream.on('error', (error) => {
    if (connected) return closeGracefully(client)
    log.warn({ err: error }, 'an upgrade could not be handed on')
    refuse(client, '503 Service Unavailable')
  })
  upstream.once('close', () => closeGracefully(client))
  client.once('close', () => upstream.destroy())
}

/** Ends a connection so that what was sent last is read: what still comes in is taken and dropped for a while. */
function closeGracefully(client: Socket): void {
  client.unpipe()
  client.resume()
  client.end()
  setTimeout(() => client.destroy(), LINGER_MS).unref()
}

/** The head of the request as it came, but for who it is for. */
function headText(
  request: IncomingMessage,
  connected: string | undefined,
  { trust, mark }: Pick<SpliceOptions, 'trust' | 'mark'>,
): string {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!OURS.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1] ?? ''}`)
  }
  const addresses = addressesOf(connected, String(request.headers[FORWARDED_FOR] ?? ''), trust)
  if (addresses.length > 0) lines.push(`X-Forwarded-For: ${addresses.reverse().join(', ')}`)
  lines.push(`${SPLICE_MARK_HEADER}: ${mark}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

function refuse(client: Duplex, status: string): void {
  client.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
