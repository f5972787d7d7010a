import { fileURLToPath } from 'node:url'
import { createDatabase, type GrpcClient, type Service } from '@kla/chassis'
import { type AuditEntry, DeskServiceService, ModerationServiceService as definition } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import {
  createTestClient,
  createTestPrincipals,
  infrastructure,
  isolatedSchema,
  quietLogger,
  TEST_AUDIT,
  testIdentityDirectory,
  uniqueName,
} from '@kla/testkit'
import { readConfig } from '../../src/config.js'
import { createService, type Overrides } from '../../src/service.js'
import { FakeAuth } from './fake-auth.js'
import { FakeEvidence } from './fake-evidence.js'
import { FakeRoom } from './fake-room.js'

export type Client = GrpcClient<typeof definition>
export type DeskClient = GrpcClient<typeof DeskServiceService>

export interface Pod {
  readonly service: Service
  readonly client: Client
  readonly desk: DeskClient
}

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Moderation processes on a schema of their own; real infrastructure, the other services in memory, a clock to turn. */
export async function createModeration(overrides: Overrides = {}, environment: NodeJS.ProcessEnv = {}) {
  const { natsUrl, redisUrl } = infrastructure()
  const { url, schema, drop } = await isolatedSchema(MIGRATIONS, 'moderation')
  const database = createDatabase({ url, schema, log: quietLogger(), timeoutMs: 60_000 })
  const principals = await createTestPrincipals()
  const auth = new FakeAuth()
  const evidence = new FakeEvidence()
  const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }
  const settings = {
    PRINCIPAL_PUBLIC_KEY: principals.publicKeyPem,
    AUDIT_PUBLIC_KEY_AUTH: TEST_AUDIT.publicKey,
    AUDIT_PUBLIC_KEY_ROOMS: TEST_AUDIT.publicKey,
    AUDIT_PUBLIC_KEY_GAME_ENGINE: TEST_AUDIT.publicKey,
    AUDIT_PUBLIC_KEY_LIBRARY: TEST_AUDIT.publicKey,
    AUDIT_PUBLIC_KEY_COMMERCE: TEST_AUDIT.publicKey,
    AUDIT_PUBLIC_KEY_EVIDENCE: TEST_AUDIT.publicKey,
    POSTGRES_URL: url,
    POSTGRES_SCHEMA: schema,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: `${uniqueName('moderation')}:`,
    NATS_URL: natsUrl,
    AUTH_ADDRESS: '127.0.0.1:1',
    ROOMS_ADDRESS: '127.0.0.1:1',
    ENGINE_ADDRESS: '127.0.0.1:1',
    EVIDENCE_ADDRESS: '127.0.0.1:1',
    EVENTS_DURABLE: uniqueName('moderation'),
    GRPC_ADDRESS: '127.0.0.1:0',
    HEALTH_PORT: '0',
    IDENTITY_DIR: testIdentityDirectory('moderation'),
    ...environment,
  }
  const config = readConfig(settings)
  /** Of principals: ten minutes, by the clock. */
  const lifeMs = () => 600_000 + clock.aheadMs
  const pods: Pod[] = []

  async function pod(overrides: Overrides = {}): Promise<Pod> {
    const clients = { auth: auth.client, evidence: evidence.client, ...new FakeRoom().clients, ...overrides.clients }
    const service = await createService(config, { log: quietLogger(), now: clock.now, ...overrides, clients })
    await service.start()
    const address = `127.0.0.1:${service.ports.grpc}`
    const options = { address, deadlineMs: 15_000, attemptMs: 15_000 }
    const made = {
      service,
      client: createTestClient({ definition, ...options }),
      desk: createTestClient({ definition: DeskServiceService, ...options }),
    }
    pods.push(made)
    return made
  }
  const { client, desk, service } = await pod(overrides)

  return {
    client,
    desk,
    service,
    eventsDurable: config.eventsDurable,
    pod,
    auth,
    evidence,
    clock,
    database,
    schema,
    redisPrefix: config.redisPrefix,
    /** What its configuration was read from. */
    environment: settings as NodeJS.ProcessEnv,
    /** A call made for a player. */
    as: async (accountId: number, restrictions: { scope: string; untilMs: number }[] = []) => ({
      principal: await principals.sign({ accountId, restrictions }, lifeMs()),
    }),
    /** A call made by an administrator who may do just this. */
    may: async (...permissions: Permission[]) => ({
      principal: await principals.signAdministrator({ permissions }, lifeMs()),
    }),
    /** The same, by another administrator. */
    administrator: async (id: number, ...permissions: Permission[]) => ({
      principal: await principals.signAdministrator({ id, name: `mod${id}`, permissions }, lifeMs()),
    }),
    /** An administrator who has declared a player account. */
    playing: async (playerId: number, id: number, ...permissions: Permission[]) => ({
      principal: await principals.signAdministrator({ id, name: `mod${id}`, playerId, permissions }, lifeMs()),
    }),
    /** An administrator whose session was proved this long ago. */
    provedAgo: async (ms: number, ...permissions: Permission[]) => ({
      principal: await principals.signAdministrator({ permissions, verifiedAtMs: clock.now() - ms }, lifeMs()),
    }),
    /** An administrator whose account these others have created. */
    administratorMadeBy: async (makers: readonly number[], id: number, ...permissions: Permission[]) => ({
      principal: await principals.signAdministrator(
        { id, name: `mod${id}`, permissions, independence: { makers, controllers: makers, changedAtMs: 0 } },
        lifeMs(),
      ),
    }),
    /** The newest entries of what was done here, the newest first. */
    async audited(limit = 1): Promise<Pick<AuditEntry, 'action' | 'subjectId' | 'actor' | 'details'>[]> {
      const { rows } = await database.query<{ action: string; subject_id: string; actor: string; details: string }>(
        `SELECT action, subject_id, actor, details FROM audit_log WHERE event_id = '' ORDER BY seq DESC LIMIT $1`,
        [limit],
      )
      return rows.map(({ subject_id: subjectId, ...row }) => ({ ...row, subjectId }))
    },
    async close(): Promise<void> {
      for (const { client, desk } of pods) [client, desk].forEach((each) => each.close())
      await Promise.all(pods.map(({ service }) => service.stop()))
      await database.end()
      await drop()
    },
  }
}

export type Moderation = Awaited<ReturnType<typeof createModeration>>
