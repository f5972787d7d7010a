import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AckPolicy, connect, DeliverPolicy } from 'nats'
import pg from 'pg'
import { createFactSigner, createFactVerifier, createLogger, type Logger, migrate } from '@kla/chassis'
import { FACTS_STREAM } from '@kla/proto'

/**
 * Where this run's real PostgreSQL, Redis and NATS are. The test command starts them and sets these variables; those that
 * end in a number are for one of several workers of Jest.
 */
export interface Infrastructure {
  /** As a superuser. */
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

/** A name that no other suite uses: for a schema, a key prefix or a durable consumer. */
export const uniqueName = (stem: string): string => `${stem}_${randomBytes(5).toString('hex')}`

/** A schema of its own, migrated from `directory`, and the address to use it with. Call `drop` at the end. */
export async function isolatedSchema(
  directory: string,
  stem = 'test',
): Promise<{ url: string; schema: string; drop(): Promise<void> }> {
  const { postgresUrl } = infrastructure()
  const schema = uniqueName(stem)
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: postgresUrl })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`CREATE SCHEMA ${schema}`)
  await migrate({ url: postgresUrl, schema, directory })
  return { url: postgresUrl, schema, drop: () => run(`DROP SCHEMA ${schema} CASCADE`) }
}

/** A logger that says nothing below errors. */
export const quietLogger = (): Logger => createLogger({ service: 'test', level: 'fatal' })

/** Tries `check` until it neither throws nor answers false, at most for `withinMs`; then its last failure is thrown. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 15_000): Promise<Exclude<T, false>> {
  const end = Date.now() + withinMs
  for (;;) {
    try {
      const result = await check()
      if (result !== false) return result as Exclude<T, false>
      if (Date.now() > end) throw new Error('it never became true')
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await sleep(20)
  }
}

/** A pair to sign facts for the audit log with (Ed25519, PEM). */
export const createAuditKeys = (): { readonly privateKey: string; readonly publicKey: string } =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

const pair = createAuditKeys()

/** What each service of this test process signs with, and moderation checks with. */
export const TEST_AUDIT = {
  ...pair,
  signer: createFactSigner(pair.privateKey),
  verifier: createFactVerifier(pair.publicKey),
} as const

/** Other suites have stored facts before; a consumer that exists already is used as it is. */
export async function consumeFromNowOn(url: string, durable: string, subject: string): Promise<void> {
  const connection = await connect({ servers: url })
  const manager = await connection.jetstreamManager()
  await manager.consumers.add(FACTS_STREAM, {
    durable_name: durable,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.New,
  })
  await connection.close()
}

export async function forgetConsumer(url: string, durable: string): Promise<void> {
  const connection = await connect({ servers: url })
  await (await connection.jetstreamManager()).consumers.delete(FACTS_STREAM, durable)
  await connection.close()
}
