import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import pg from 'pg'
import { createRedis, type Logger, type Redis } from '@kla/chassis'
import { type Platform, SERVICES } from '@kla/local'
import { childrenNamed, cpuMicrosOf, privateBytesOf, treeOf } from '../measure/machine.js'
import { type Numbers, sumOf } from '../measure/numbers.js'

export interface Counters {
  /**
   * `cpu.<process>`: microseconds; `memory.<process>`: bytes; `rpc.<service>`: calls served; `frames.<event>`: sent to
   * clients.
   */
  take(): Promise<Numbers>
  close(): Promise<void>
}

interface CountersOptions {
  readonly platform: Platform
  readonly natsMonitor: string
  readonly natsPid: number
  readonly wire: () => Wire
  readonly log: Logger
}

const REST_OF_POSTGRES = `
SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint AS wal,
       pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS transactions`

export async function createCounters(options: CountersOptions): Promise<Counters> {
  const { platform, natsMonitor, natsPid, wire, log } = options
  const redis = createRedis({ url: platform.infrastructure.redis.url, log })
  const database = new pg.Client({ connectionString: platform.infrastructure.postgresUrl })
  await database.connect()
  const redisPid = platform.infrastructure.redis.process?.pid ?? -1
  const [postgresPid = -1] = await childrenNamed(process.pid, 'postgres')

  return {
    async take() {
      const parts = await Promise.all([
        servicesOf(platform),
        serverOf('redis', [redisPid]),
        serverOf('nats', [natsPid]),
        serverOf('postgres', await treeOf(postgresPid)),
        redisCounts(redis),
        natsCounts(natsMonitor),
        postgresCounts(database),
      ])
      const { toServer, toClient } = wire()
      return Object.assign({ 'wire.toServer': toServer, 'wire.toClient': toClient }, ...parts) as Numbers
    },
    async close() {
      redis.disconnect()
      await database.end()
    },
  }
}

async function servicesOf(platform: Platform): Promise<Numbers> {
  const counts: Record<string, number> = {}
  const add = (name: string, value: number): void => void (counts[name] = (counts[name] ?? 0) + value)
  for (const { service, slot } of SERVICES.flatMap((service) => platform.running(service))) {
    const text = await (await fetch(`http://127.0.0.1:${slot.health}/metrics`)).text()
    const micros = sumOf(text, 'process_cpu_seconds_total') * 1e6
    add(`cpu.${service}`, micros)
    add(`memory.${service}`, sumOf(text, 'process_resident_memory_bytes'))
    add(`rpc.${service}`, sumOf(text, 'kla_grpc_served_seconds_count'))
    if (service !== 'gateway') continue
    add(`cpu.gateway-${slot.number}`, micros)
    add('frames.all', sumOf(text, 'kla_gateway_deliveries_total'))
    add('frames.public-room-list', sumOf(text, 'kla_gateway_deliveries_total', 'event="public-room-list"'))
    add('room-lists', sumOf(text, 'kla_gateway_room_lists_total'))
  }
  return counts
}

const serverOf = async (name: string, pids: readonly number[]): Promise<Numbers> => ({
  [`cpu.${name}`]: await cpuMicrosOf(pids),
  [`memory.${name}`]: await privateBytesOf(pids),
})

async function redisCounts(redis: Redis): Promise<Numbers> {
  const info = await redis.info('stats', 'memory')
  const of = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1])
  return {
    'redis.commands': of('total_commands_processed'),
    'redis.bytesIn': of('total_net_input_bytes'),
    'redis.bytesOut': of('total_net_output_bytes'),
    'memory.redisKeys': of('used_memory'),
  }
}

async function natsCounts(monitor: string): Promise<Numbers> {
  const ask = async (page: string): Promise<Record<string, number>> =>
    (await (await fetch(`${monitor}/${page}`)).json()) as Record<string, number>
  const [server, streams] = await Promise.all([ask('varz'), ask('jsz')])
  return {
    'nats.in': server['in_msgs'] ?? 0,
    'nats.out': server['out_msgs'] ?? 0,
    'nats.bytesIn': server['in_bytes'] ?? 0,
    'nats.bytesOut': server['out_bytes'] ?? 0,
    'events.stored': streams['messages'] ?? 0,
    'events.bytes': streams['bytes'] ?? 0,
  }
}

async function postgresCounts(database: pg.Client): Promise<Numbers> {
  const { rows } = await database.query<{ wal: string; transactions: string }>(REST_OF_POSTGRES)
  return {
    'postgres.walBytes': Number(rows[0]?.wal),
    'postgres.writes': Number(rows[0]?.transactions),
  }
}

/** Bytes of this process' connections to some ports. */
interface Wire {
  readonly toServer: number
  readonly toClient: number
}

/** Closed connections included. */
export function countWire(ports: ReadonlySet<number>): () => Wire {
  const open = new Set<Socket>()
  const ended = { toServer: 0, toClient: 0 }
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket }
    socket.once('connect', () => {
      if (!ports.has(socket.remotePort ?? 0)) return
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        ended.toServer += socket.bytesWritten
        ended.toClient += socket.bytesRead
      })
    })
  })
  return () => {
    const sum = { ...ended }
    for (const socket of open) {
      sum.toServer += socket.bytesWritten
      sum.toClient += socket.bytesRead
    }
    return sum
  }
}
