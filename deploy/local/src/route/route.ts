import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { chooseBy } from './choose.js'
import type { Gateway, ReadyGateways } from './ready-gateways.js'
import { readRequestLine, type Wanted } from './request-line.js'

export interface Route {
  readonly port: number
  close(): Promise<void>
}

const HEAD_MAX_BYTES = 16 * 1024
const CONNECT_WITHIN_MS = 1_000
const NOBODY = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Stands before several gateways as the route of a cluster does: each connection goes to a ready one, the WebSockets
 * that name a room to the same one, and what one does not take to the next. Bytes pass as they are.
 */
export async function startRoute(port: number, gateways: Pick<ReadyGateways, 'list' | 'failed' | 'look'>): Promise<Route> {
  let turn = 0
  const open = new Set<Socket>()

  const choose = ({ room }: Wanted): Gateway | undefined => {
    const ready = gateways.list()
    return room === undefined ? ready[(turn += 1) % ready.length] : chooseBy(room, ready)
  }

  const lead = async (client: Socket, head: Buffer, wanted: Wanted): Promise<void> => {
    // One may have become ready since the last look.
    if (gateways.list().length === 0) await gateways.look()
    const gateway = choose(wanted)
    if (!gateway) return void client.end(NOBODY)
    const upstream = connect({ host: '127.0.0.1', port: wanted.realtime ? gateway.realtime : gateway.http, noDelay: true })
    upstream.setTimeout(CONNECT_WITHIN_MS, () => upstream.destroy(new Error('it does not answer')))
    const nextOne = (): void => {
      gateways.failed(gateway)
      void lead(client, head, wanted)
    }
    upstream.once('error', nextOne)
    upstream.once('connect', () => {
      upstream.setTimeout(0)
      upstream.off('error', nextOne).on('error', () => client.destroy())
      upstream.write(head)
      client.pipe(upstream).pipe(client)
      client.once('close', () => upstream.destroy())
      upstream.once('close', () => client.end())
    })
  }

  const server = createServer({ noDelay: true }, (client) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    client.on('error', () => client.destroy())
    let head = Buffer.alloc(0)
    const read = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk])
      const wanted = readRequestLine(head)
      if (!wanted && head.length <= HEAD_MAX_BYTES) return
      client.off('data', read).pause()
      if (wanted) void lead(client, head, wanted)
      else client.destroy()
    }
    client.on('data', read)
  })
  await listening(server, port)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const client of open) client.destroy()
      }),
  }
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
