import { createRedis, natsServers } from '@kla/chassis'
import type { Platform } from '@kla/local'
import { EVENTS_STREAM } from '@kla/proto'
import { infrastructure, quietLogger } from '@kla/testkit'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import pg from 'pg'

/** Forms of a text in a store: plain, as hex bytes, and within base64. */
export function formsOf(text: string): readonly string[] {
  const cores = [0, 1, 2].map((before) => {
    const encoded = Buffer.from('\0'.repeat(before) + text)
      .toString('base64')
      .replace(/=+$/, '')
    // The first and last characters depend on their neighbours.
    return encoded.slice(before === 0 ? 0 : before + 1, -2)
  })
  return [text, Buffer.from(text).toString('hex'), ...cores]
}

/** Finds each text, ignoring case: names of places by name of the text. */
export const placesOf = (
  texts: Readonly<Record<string, string>>,
  places: ReadonlyMap<string, string>,
): readonly string[] =>
  [...places].flatMap(([place, content]) => {
    const lower = content.toLowerCase()
    const stands = (text: string): boolean => formsOf(text).some((form) => lower.includes(form.toLowerCase()))
    return Object.entries(texts).flatMap(([name, text]) => (stands(text) ? [`${name} in ${place}`] : []))
  })

/** Runs statements in the platform's database, past all services. */
export async function inDatabase<T>(platform: Platform, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(infrastructure().postgresUrl)
  if (platform.database !== undefined) url.pathname = `/${platform.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns all rows of the platform's database by `schema.table`. */
export const dumpPostgres = (platform: Platform): Promise<ReadonlyMap<string, string>> =>
  inDatabase(platform, async (client) => {
    const { rows } = await client.query<{ schema: string; name: string }>(
      `SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    const tables = new Map<string, string>()
    for (const { schema, name } of rows) {
      const { rows: found } = await client.query<{ row: string }>(
        `SELECT line::text AS row FROM "${schema}"."${name}" AS line`,
      )
      tables.set(`${schema}.${name}`, found.map(({ row }) => row).join('\n'))
    }
    return tables
  })

export async function dumpRedis(platform: Platform): Promise<ReadonlyMap<string, string>> {
  const redis = createRedis({ url: platform.infrastructure.redis.url, log: quietLogger() })
  const readers: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, 0, -1),
  }
  try {
    const values = new Map<string, string>()
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key)
      if (type === 'none') continue
      const read = readers[type]
      if (!read) throw new Error(`nobody reads a ${type}`)
      values.set(`Redis ${key}`, unquoted(await read(key)))
    }
    return values
  } finally {
    redis.disconnect()
  }
}

/** Records within values are escaped text. */
const unquoted = (value: unknown): string => JSON.stringify(value).replaceAll('\\"', '"')

/** Returns the event stream's messages by subject and number. */
export async function dumpEvents(platform: Platform): Promise<ReadonlyMap<string, string>> {
  const connection = await connect(natsServers(platform.infrastructure.nats.url))
  try {
    const { streams } = await jetstreamManager(connection)
    const { state } = await streams.info(EVENTS_STREAM)
    const messages = new Map<string, string>()
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await streams.getMessage(EVENTS_STREAM, { seq }).catch(() => undefined)
      if (message) messages.set(`${message.subject} ${seq}`, Buffer.from(message.data).toString('latin1'))
    }
    return messages
  } finally {
    await connection.close()
  }
}

/** Collects everything that NATS carries from now on. */
export async function listenToAll(
  platform: Platform,
): Promise<{ readonly heard: Map<string, string>; close(): Promise<void> }> {
  const connection = await connect(natsServers(platform.infrastructure.nats.url))
  const heard = new Map<string, string>()
  connection.subscribe('kla.>', {
    callback: (_error, { subject, data }) =>
      void heard.set(`${subject} ${heard.size}`, Buffer.from(data).toString('latin1')),
  })
  await connection.flush()
  return { heard, close: () => connection.close() }
}
