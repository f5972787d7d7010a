import { createHash } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Rendezvous hashing moves only keys of changed targets. */
export function chooseBy<T extends { readonly name: string }>(key: string, among: readonly T[]): T | undefined {
  const weighted = among.map((one) => ({ one, weight: weightOf(key, one.name) }))
  return weighted.reduce<(typeof weighted)[number] | undefined>(
    (best, next) => (best && best.weight >= next.weight ? best : next),
    undefined,
  )?.one
}

const weightOf = (key: string, name: string): number =>
  createHash('sha256').update(`${key} ${name}`).digest().readUInt32BE()

interface Wanted {
  readonly realtime: boolean
  readonly room: string | undefined
}

function readRequestLine(head: Buffer): Wanted | undefined {
  const end = head.indexOf('\r\n')
  if (end === -1) return undefined
  const [, target = '/'] = head.subarray(0, end).toString('latin1').split(' ')
  const { pathname, searchParams } = new URL(target, 'http://route')
  return { realtime: pathname === '/realtime', room: searchParams.get('room') ?? undefined }
}

interface Route {
  readonly port: number
  close(): Promise<void>
}

const HEAD_MAX_BYTES = 16 * 1024
const CONNECT_WITHIN_MS = 1_000
const NOBODY = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Sends a room's sockets to the same ready gateway. */
export async function startRoute(
  port: number,
  gateways: Pick<ReadyGateways, 'list' | 'failed' | 'probeAll'>,
): Promise<Route> {
  let turn = 0
  const open = new Set<Socket>()

  const choose = ({ room }: Wanted): Gateway | undefined => {
    const ready = gateways.list()
    return room === undefined ? ready[(turn += 1) % ready.length] : chooseBy(room, ready)
  }

  const lead = async (client: Socket, head: Buffer, wanted: Wanted): Promise<void> => {
    if (gateways.list().length === 0) await gateways.probeAll()
    const gateway = choose(wanted)
    if (!gateway) return void client.end(NOBODY)
    const upstream = connect({
      host: '127.0.0.1',
      port: wanted.realtime ? gateway.realtime : gateway.http,
      noDelay: true,
    })
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

/** Name and ports of a gateway. */
export interface Gateway {
  readonly name: string
  readonly http: number
  readonly realtime: number
  readonly health: number
}

interface ReadyGateways {
  list(): readonly Gateway[]
  /** Excludes it until ready again. */
  failed(gateway: Gateway): void
  probeAll(): Promise<void>
  close(): void
}

const LOOK_EVERY_MS = 200
const ANSWER_WITHIN_MS = 1_000

/** Tracks readiness as a Kubernetes Service does. */
export function watchGateways(gateways: readonly Gateway[]): ReadyGateways {
  const ready = new Set<Gateway>()

  const probe = async (gateway: Gateway): Promise<void> => {
    const isReady = await fetch(`http://127.0.0.1:${gateway.health}/readyz`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) ready.add(gateway)
    else ready.delete(gateway)
  }
  const probeAll = async (): Promise<void> => void (await Promise.all(gateways.map(probe)))
  const timer = setInterval(() => void probeAll(), LOOK_EVERY_MS)

  return {
    list: () => gateways.filter((gateway) => ready.has(gateway)),
    failed: (gateway) => void ready.delete(gateway),
    probeAll,
    close: () => clearInterval(timer),
  }
}
