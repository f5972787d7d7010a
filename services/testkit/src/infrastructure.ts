import { generateKeyPairSync, randomBytes } from 'node:crypto'
import {
  createEventSigner,
  createEventVerifier,
  createLogger,
  type Database,
  KlaError,
  type Logger,
  migrate,
} from '@kla/chassis'
import { EVENTS_STREAM } from '@kla/proto'
import { AckPolicy, DeliverPolicy, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import pg from 'pg'
import { eventually } from './eventually.js'

/** Stores of the run; a numeric suffix names a Jest worker. */
export interface Infrastructure {
  readonly postgresUrl: string
  readonly redisUrl: string
  readonly natsUrl: string
}

export function infrastructure(): Infrastructure {
  const worker = process.env['JEST_WORKER_ID'] ?? '1'
  const { POSTGRES_URL, REDIS_URL, NATS_URL } = process.env
  if (!POSTGRES_URL || !REDIS_URL || !NATS_URL) {
    throw new Error('POSTGRES_URL, REDIS_URL and NATS_URL are not set: run the tests with npm test')
  }
  return {
    postgresUrl: POSTGRES_URL,
    redisUrl: process.env[`REDIS_URL_${worker}`] ?? REDIS_URL,
    natsUrl: process.env[`NATS_URL_${worker}`] ?? NATS_URL,
  }
}

/** Unique name without digits, which may look like a phone number. */
export const uniqueName = (stem: string): string =>
  `${stem}_${randomBytes(5)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`

/** Creates a schema, migrated from `directory`. Call `drop` at the end. */
export async function isolatedSchema(
  directory: string,
  stem = 'test',
): Promise<{ url: string; schema: string; drop(): Promise<void> }> {
  const { postgresUrl } = infrastructure()
  const schema = uniqueName(stem)
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: postgresUrl })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run(`CREATE SCHEMA ${schema}`)
  await migrate({ url: postgresUrl, schema, directory })
  return { url: postgresUrl, schema, drop: () => run(`DROP SCHEMA ${schema} CASCADE`) }
}

export const quietLogger = (): Logger => createLogger({ service: 'test', level: 'fatal' })

/** The reason with which a call is refused; 'not refused' if it is not. Errors without a reason stay as they are. */
export const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'not refused',
    (error: unknown) => {
      const { reason } = KlaError.from(error)
      return error instanceof KlaError || reason !== 'INTERNAL' ? reason : error
    },
  )

/** Vacuums until all rows are visible: older transactions of other suites change plans. */
export const vacuum = (database: Pick<Database, 'query'>, table: string): Promise<true> =>
  eventually(async () => {
    await database.query(`VACUUM ANALYZE ${table}`)
    const { rows } = await database.query<{ visible: boolean }>(
      'SELECT relallvisible > 0.95 * relpages AS visible FROM pg_class WHERE oid = $1::regclass',
      [table],
    )
    return rows[0]?.visible === true
  }, 60_000)

/** Key pair for audit events (Ed25519, PEM). */
export const createAuditKeys = (): { readonly privateKey: string; readonly publicKey: string } =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

const pair = createAuditKeys()

export const TEST_AUDIT = {
  ...pair,
  signer: createEventSigner(pair.privateKey),
  verifier: createEventVerifier(pair.publicKey),
} as const

/** Skips events of earlier suites; keeps an existing consumer. */
export async function consumeFromNowOn(url: string, durable: string, subject: string): Promise<void> {
  const connection = await connect({ servers: url })
  const manager = await jetstreamManager(connection)
  await manager.consumers.add(EVENTS_STREAM, {
    durable_name: durable,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.New,
  })
  await connection.close()
}

export async function forgetConsumer(url: string, durable: string): Promise<void> {
  const connection = await connect({ servers: url })
  await (await jetstreamManager(connection)).consumers.delete(EVENTS_STREAM, durable)
  await connection.close()
}

/** Deletes a consumer in use; waits until all stored events are handled again. */
export async function redeliverAll(url: string, durable: string): Promise<void> {
  const connection = await connect({ servers: url })
  const { consumers } = await jetstreamManager(connection)
  await consumers.delete(EVENTS_STREAM, durable)
  await eventually(async () => {
    const { num_pending, num_ack_pending, delivered } = await consumers.info(EVENTS_STREAM, durable)
    return num_pending === 0 && num_ack_pending === 0 && delivered.consumer_seq > 0
  }, 20_000)
  await connection.close()
}
