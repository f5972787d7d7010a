import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from '@kla/chassis'
import { addressesOf, type Trust } from '../shared/networks.js'
import type { Splices } from '../shared/splices.js'
import { REALTIME_PATH, refusalText, SPLICE_MARK_HEADER } from '../shared/upgrade.js'

const FORWARDED_FOR = 'x-forwarded-for'
const OURS: ReadonlySet<string> = new Set([FORWARDED_FOR, SPLICE_MARK_HEADER])
const CONNECT_WITHIN_MS = 3_000
const LINGER_MS = 3_000

/** Where upgrades are forwarded to. */
export interface SpliceOptions {
  readonly host: string
  readonly port: () => number
  readonly trust: Trust
  readonly splices: Splices
  readonly log: Logger
}

/** Forwards /realtime where it has no route of its own. */
export function spliceUpgrades(server: Server, options: SpliceOptions): void {
  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy())
    if (request.url?.split('?', 1)[0] !== REALTIME_PATH) return void client.end(refusalText('404 Not Found'))
    splice(request, client as Socket, head, options)
  })
}

function splice(request: IncomingMessage, client: Socket, head: Buffer, options: SpliceOptions): void {
  const { host, port, log } = options
  // Half open, for a close frame after the client's end.
  const upstream = connect({ host, port: port(), noDelay: true, timeout: CONNECT_WITHIN_MS, allowHalfOpen: true })
  let connected = false
  let unsaid: number | undefined
  const mark = options.splices.open((closeCode) => (unsaid = closeCode))
  const finish = (): void => closeGracefully(client, unsaid)
  client.setNoDelay(true)
  client.setTimeout(0)
  upstream.once('connect', () => {
    connected = true
    upstream.setTimeout(0)
    upstream.write(headText(request, client.remoteAddress, options.trust, mark))
    if (head.length > 0) upstream.write(head)
    client.pipe(upstream).pipe(client, { end: false })
  })
  upstream.once('timeout', () => upstream.destroy(new Error('the socket listener does not answer')))
  upstream.once('end', finish)
  upstream.on('error', (error) => {
    if (connected) return finish()
    log.warn({ err: error }, 'an upgrade could not be forwarded')
    client.end(refusalText('503 Service Unavailable', { 'Retry-After': '5' }))
  })
  upstream.once('close', () => {
    options.splices.close(mark)
    finish()
  })
  client.once('close', () => upstream.destroy())
}

/** Sends the missing close frame, and drains the input. */
function closeGracefully(client: Socket, closeCode?: number): void {
  if (client.writableEnded) return
  client.unpipe()
  client.resume()
  client.end(closeCode === undefined ? '' : closeFrame(closeCode))
  setTimeout(() => client.destroy(), LINGER_MS).unref()
}

/** Builds a close frame without a reason (RFC 6455, section 5.5.1). */
const closeFrame = (code: number): Buffer => Buffer.from([0x88, 2, code >> 8, code & 0xff])

function headText(request: IncomingMessage, connected: string | undefined, trust: Trust, mark: string): string {
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
