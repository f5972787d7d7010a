import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type Database, type GrpcClient, type Service } from '@kla/chassis'
import { LibraryServiceService } from '@kla/proto'
import {
  createTestClient,
  createTestPrincipals,
  infrastructure,
  isolatedSchema,
  quietLogger,
  TEST_AUDIT,
  testIdentityDirectory,
  type TestPrincipals,
} from '@kla/testkit'
import { type Config, readConfig } from '../../src/config.js'
import { createKnownAddresses } from '../../src/media/known-addresses.js'
import { createRotationStore } from '../../src/rotation/store.js'
import { createService, type Overrides } from '../../src/service.js'
import { createSingleFlight } from '../../src/shared/concurrency.js'

const MIGRATIONS = new URL('../../migrations', import.meta.url).pathname

export const LIMITS_KEY = Buffer.alloc(32, 'limits')

/** One pod of a library under test. */
export interface Pod {
  readonly service: Service
  readonly client: GrpcClient<typeof LibraryServiceService>
  readonly cacheDirectory: string
  /** Makes an address known to the library, as what the provider has found; the context of an administrator who may see it. */
  offer(url: string): Promise<{ principal: string }>
  stop(): Promise<void>
}

/** A library under test: pods share its database, and each has a cache of its own. */
export interface Library {
  readonly database: Database
  readonly principals: TestPrincipals
  /** A token that may manage GIFs and hold them. */
  readonly manager: string
  /** The same, of another administrator. */
  readonly otherManager: string
  /** Puts an address into rotation, as a seed would. */
  addLive(gifUrl: string): Promise<void>
  startPod(config?: Partial<Config>, overrides?: Overrides): Promise<Pod>
  close(): Promise<void>
}

export async function createLibrary(): Promise<Library> {
  const { url, schema, drop } = await isolatedSchema(MIGRATIONS, 'library')
  const principals = await createTestPrincipals()
  const database = createDatabase({ url, schema, log: quietLogger(), max: 2 })
  const pods: Pod[] = []
  const permissions = ['gifs.read', 'gifs.manage', 'holds.manage'] as const
  const manager = await principals.signAdministrator({ permissions: [...permissions] })
  const otherManager = await principals.signAdministrator({ id: 2, name: 'mod2', permissions: [...permissions] })
  const offeredOnce = createSingleFlight<void>()
  const known = createKnownAddresses(database, { offeredMs: 3_600_000, now: Date.now })

  async function startPod(config: Partial<Config> = {}, overrides: Overrides = {}): Promise<Pod> {
    const cacheDirectory = await mkdtemp(join(tmpdir(), 'kla-media-test-'))
    const defaults = readConfig({
      GRPC_ADDRESS: '127.0.0.1:0',
      HEALTH_PORT: '0',
      IDENTITY_DIR: testIdentityDirectory('library'),
      POSTGRES_URL: url,
      POSTGRES_SCHEMA: schema,
      NATS_URL: infrastructure().natsUrl,
      COMMERCE_ADDRESS: '127.0.0.1:1',
      PRINCIPAL_PUBLIC_KEY: principals.publicKeyPem,
      AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
      LIMITS_KEY: LIMITS_KEY.toString('base64'),
      MEDIA_CACHE_DIR: cacheDirectory,
      INTAKE_POLL_MS: '50',
    })
    const service = await createService({ ...defaults, ...config }, { log: quietLogger(), ...overrides })
    await service.start()
    const client = createTestClient({
      definition: LibraryServiceService,
      address: `127.0.0.1:${service.ports.grpc}`,
      deadlineMs: 55_000,
      attemptMs: 55_000,
    })
    let stopped: Promise<void> | undefined
    const stop = async (): Promise<void> => {
      client.close()
      await service.stop()
      await rm(cacheDirectory, { recursive: true })
    }
    const offer = async (url: string): Promise<{ principal: string }> => {
      await offeredOnce(url, () => known.offer([url]))
      return { principal: manager }
    }
    const pod: Pod = { service, client, cacheDirectory, offer, stop: () => (stopped ??= stop()) }
    pods.push(pod)
    return pod
  }

  return {
    database,
    principals,
    manager,
    otherManager,
    async addLive(gifUrl) {
      await createRotationStore(database).add([{ gifUrl, thumbnail: '', categories: ['default'] }])
    },
    startPod,
    async close() {
      await Promise.all(pods.map((pod) => pod.stop()))
      await database.end()
      await drop()
    },
  }
}
