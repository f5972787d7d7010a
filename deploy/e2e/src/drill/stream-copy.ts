import { readFile, writeFile } from 'node:fs/promises'
import { natsServers } from '@kla/chassis'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, createInbox, type NatsConnection } from '@nats-io/transport-node'

/** State of a stream in a copy. */
export interface StreamCopy {
  readonly messages: number
  readonly bytes: number
}

interface Described {
  readonly config: object
  readonly state: StreamCopy
}

type Answer = Partial<Described> & {
  readonly deliver_subject?: string
  readonly error?: { readonly description: string }
}

const WITHIN_MS = 10_000
const CHUNK_BYTES = 128 * 1024

/** Copies a stream into `file`, without its consumers, as `nats stream backup` does. */
export async function copyStream(natsUrl: string, stream: string, file: string): Promise<StreamCopy> {
  return connected(natsUrl, async (connection) => {
    const inbox = createInbox()
    const delivery = connection.subscribe(inbox, { timeout: WITHIN_MS })
    const { config, state } = await ask(connection, `$JS.API.STREAM.SNAPSHOT.${stream}`, {
      deliver_subject: inbox,
      // Their state is later than PostgreSQL's: services read everything again.
      no_consumers: true,
      chunk_size: CHUNK_BYTES,
    })
    if (!config || !state) throw new Error(`NATS describes no stream ${stream}`)
    const chunks: Uint8Array[] = []
    for await (const chunk of delivery) {
      if (chunk.data.length === 0) break
      chunks.push(chunk.data)
      chunk.respond()
    }
    await writeFile(file, Buffer.concat(chunks))
    await writeFile(`${file}.json`, JSON.stringify({ config, state }, null, 2))
    return state
  })
}

/** Restores a stream that does not exist yet. */
export async function restoreStream(natsUrl: string, stream: string, file: string): Promise<StreamCopy> {
  const described = JSON.parse(await readFile(`${file}.json`, 'utf8')) as Described
  const bytes = await readFile(file)
  return connected(natsUrl, async (connection) => {
    const { deliver_subject: subject } = await ask(connection, `$JS.API.STREAM.RESTORE.${stream}`, described)
    if (subject === undefined) throw new Error(`NATS takes no copy of ${stream}`)
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      await ask(connection, subject, bytes.subarray(at, at + CHUNK_BYTES))
    }
    const { state } = await ask(connection, subject, new Uint8Array())
    if (!state) throw new Error(`NATS has not restored ${stream}`)
    return state
  })
}

/** Deletes a stream with its consumers. */
export const deleteStream = (natsUrl: string, stream: string): Promise<void> =>
  connected(natsUrl, async (connection) => {
    await ask(connection, `$JS.API.STREAM.DELETE.${stream}`, {})
  })

/** Names of a stream's consumers. */
export const consumersOf = (natsUrl: string, stream: string): Promise<readonly string[]> =>
  connected(natsUrl, async (connection) => {
    const { consumers } = await jetstreamManager(connection)
    const names: string[] = []
    for await (const { name } of consumers.list(stream)) names.push(name)
    return names.sort()
  })

async function ask(connection: NatsConnection, subject: string, body: object): Promise<Answer> {
  const data = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body))
  const reply = await connection.request(subject, data, { timeout: WITHIN_MS })
  const answer = reply.data.length === 0 ? {} : reply.json<Answer>()
  if (answer.error) throw new Error(`NATS refuses ${subject}: ${answer.error.description}`)
  return answer
}

async function connected<T>(url: string, work: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const connection = await connect(natsServers(url))
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}
