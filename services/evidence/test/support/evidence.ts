import { fileURLToPath } from 'node:url'
import { createDatabase, type GrpcClient, inTransaction, type Service } from '@kla/chassis'
import { AuditRecorded, EvidenceServiceService as definition, type Still } from '@kla/proto'
import type { Independence, MinorEvidence, PackedStill, Permission, ReportCategory } from '@kla/proto/web'
import {
  createTestClient,
  createTestPrincipals,
  infrastructure,
  isolatedSchema,
  quietLogger,
  TEST_AUDIT,
  testIdentityDirectory,
} from '@kla/testkit'
import { readConfig, searchPathOf, vaultSchemaOf } from '../../src/config.js'
import { createService } from '../../src/service.js'
import { newKeys, seal, someStills } from './stills.js'

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

type Client = GrpcClient<typeof definition>

/** Ids of reports, of which no two tests have one. */
let reports = 100_000_000

export const REPORTER = 11
export const REPORTED = 22

/** Evidence processes on a schema of their own, on a real PostgreSQL and NATS, with a clock to turn. */
export async function createEvidence(environment: NodeJS.ProcessEnv = {}) {
  const { url, schema, drop } = await isolatedSchema(MIGRATIONS, 'evidence')
  const database = createDatabase({ url, schema: searchPathOf(schema), log: quietLogger(), timeoutMs: 60_000 })
  const principals = await createTestPrincipals()
  const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }
  const keys = newKeys()
  const settings = {
    PRINCIPAL_PUBLIC_KEY: principals.publicKeyPem,
    AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
    POSTGRES_URL: url,
    POSTGRES_SCHEMA: schema,
    VAULT_POSTGRES_URL: url,
    NATS_URL: infrastructure().natsUrl,
    GRPC_ADDRESS: '127.0.0.1:0',
    HEALTH_PORT: '0',
    IDENTITY_DIR: testIdentityDirectory('evidence'),
    EVIDENCE_PRIVATE_KEYS: keys.privateKey,
    ...environment,
  }
  const pods: { service: Service; client: Client }[] = []

  /** One more process, with settings of its own. */
  async function start(own: NodeJS.ProcessEnv = {}) {
    const service = await createService(readConfig({ ...settings, ...own }), { log: quietLogger(), now: clock.now })
    await service.start()
    const address = `127.0.0.1:${service.ports.grpc}`
    const client = createTestClient({ definition, address, deadlineMs: 15_000, attemptMs: 15_000 })
    pods.push({ service, client })
    return { service, client }
  }
  const pod = async (own: NodeJS.ProcessEnv = {}): Promise<Client> => (await start(own)).client
  const client = await pod()

  const as = async (accountId: number, restrictions: { scope: string; untilMs: number }[] = []) => ({
    principal: await principals.sign({ accountId, restrictions }, 30 * 86_400_000),
  })
  const administrator = async (id: number, ...permissions: Permission[]) => ({
    principal: await principals.signAdministrator({ id, name: `mod${id}`, permissions }, 400 * 86_400_000),
  })

  /** An administrator who has declared a player account. */
  const playing = async (playerId: number, id: number, ...permissions: Permission[]) => ({
    principal: await principals.signAdministrator({ id, name: `mod${id}`, playerId, permissions }, 400 * 86_400_000),
  })

  /** An administrator whose session was proved this long ago. */
  const provedAgo = async (ms: number, id: number, ...permissions: Permission[]) => ({
    principal: await principals.signAdministrator({
      id,
      name: `mod${id}`,
      permissions,
      verifiedAtMs: clock.now() - ms,
    }),
  })

  /** An administrator whose account others have given credentials. */
  const dependent = async (id: number, independence: Independence) => ({
    principal: await principals.signAdministrator(
      { id, name: `mod${id}`, permissions: ['evidence.open'], independence },
      400 * 86_400_000,
    ),
  })

  interface Reserving {
    readonly reportId?: number
    readonly category?: ReportCategory
    readonly grave?: boolean
    readonly by?: Client
  }
  async function reserve({
    reportId = (reports += 1),
    category = 'harassment',
    grave = false,
    by = client,
  }: Reserving = {}) {
    const place = await by.reserveEvidence({ reportId, reporterId: REPORTER, reportedId: REPORTED, category, grave })
    return { ...place, reportId }
  }

  return {
    client,
    settings,
    start,
    pod,
    clock,
    database,
    schema,
    vault: vaultSchemaOf(schema),
    keys,
    as,
    administrator,
    dependent,
    playing,
    provedAgo,
    reserve,
    url: infrastructure().postgresUrl,

    /** A report with stills; resolves to its id. */
    async stored(options: Reserving & { readonly stills?: readonly PackedStill[] } = {}): Promise<number> {
      const { token, reportId, content } = await reserve(options)
      const stills = options.stills ?? someStills(3, { patchesOnly: content === 'patches' })
      await client.storeEvidence(
        { token, sealed: Buffer.from(await seal(stills, keys.publicKey, token)) },
        await as(REPORTER),
      )
      return reportId
    },

    /** What moderation says of a report; unremarkable unless said. */
    state: (reportId: number, version: number, given: Partial<Parameters<Client['putReportState']>[0]> = {}) =>
      client.putReportState({
        reportId,
        version,
        category: 'harassment',
        grave: false,
        held: false,
        hidden: false,
        expiresAtMs: clock.now() + 86_400_000,
        ...given,
      }),

    /** What went to the audit log about a report, in order. */
    async audited(reportId: number): Promise<{ action: string; actorId: number; details: unknown }[]> {
      const { rows } = await database.query<{ payload: Buffer }>('SELECT payload FROM outbox ORDER BY id')
      return rows
        .map(({ payload }) => AuditRecorded.decode(payload))
        .filter(({ subjectKind, subjectId }) => subjectKind === 'report' && subjectId === String(reportId))
        .map(({ action, actorId, details }) => ({ action, actorId, details: JSON.parse(details) as unknown }))
    },

    /** As a superuser, past triggers and privileges. */
    tamper: (sql: string, values: unknown[] = []) =>
      inTransaction(database, async (tx) => {
        await tx.query('SET LOCAL session_replication_role = replica')
        await tx.query(sql, values)
      }),

    async close(): Promise<void> {
      for (const made of pods) made.client.close()
      await Promise.all(pods.map(({ service }) => service.stop()))
      await database.query(`DROP SCHEMA ${vaultSchemaOf(schema)} CASCADE`)
      await database.end()
      await drop()
    },
  }
}

export type Evidence = Awaited<ReturnType<typeof createEvidence>>

/** All that is shown. */
export async function looked(stream: AsyncIterable<Still>): Promise<Still[]> {
  const stills: Still[] = []
  for await (const still of stream) stills.push(still)
  return stills
}

/** A setting for {@link createEvidence}. */
export const keeping = (minors: MinorEvidence): NodeJS.ProcessEnv => ({ EVIDENCE_OF_POSSIBLE_MINORS: minors })
