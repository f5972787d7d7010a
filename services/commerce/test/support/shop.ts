import { type Bus, createBus, type GrpcClient, type Service } from '@kla/chassis'
import {
  BattlePassServiceService,
  CommerceServiceService as definition,
  EVENTS_STREAM,
  Item,
  subjects,
} from '@kla/proto'
import {
  consumeFromNowOn,
  createTestClient,
  createTestPrincipals,
  forgetConsumer,
  infrastructure,
  quietLogger,
  TEST_AUDIT,
  testIdentityDirectory,
  uniqueName,
} from '@kla/testkit'
import { type Config, readConfig } from '../../src/config.js'
import type { PaymentNotice } from '../../src/payments/payment-provider.js'
import { createService, type Overrides } from '../../src/service.js'
import { FakeFormProvider, FakeProvider, notification } from './fake-provider.js'
import { noticesOf } from './notices.js'
import { createTables } from './tables.js'

export type Client = GrpcClient<typeof definition>
export type PassClient = GrpcClient<typeof BattlePassServiceService>

export interface Pod {
  readonly service: Service
  readonly client: Client
  readonly pass: PassClient
}

/** A checkout that was opened, and what its provider may say of it. */
export interface Bought {
  readonly sessionId: string
  readonly url: string
  readonly orderId: string
  readonly totalCents: number
  readonly says: ReturnType<typeof noticesOf>
}

const SAVES = { itemId: 2, quantity: 1 }

/** Commerce processes on a schema of their own; real PostgreSQL and NATS, a provider in memory, a clock to turn. */
export async function createShop(change: Partial<Config> = {}) {
  const { natsUrl } = infrastructure()
  const log = quietLogger()
  const tables = await createTables()
  const principals = await createTestPrincipals()
  const provider = new FakeProvider()
  const formProvider = new FakeFormProvider()
  const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  const buses: Bus[] = []
  const durable = uniqueName('commerce-pass')
  const newBus = async () => {
    const bus = await createBus({ url: natsUrl, name: 'commerce-test', log, events })
    buses.push(bus)
    return bus
  }
  let consumes: Promise<void> | undefined
  const consuming = (): Promise<void> => (consumes ??= consumeFromNowOn(natsUrl, durable, subjects.eventBattleFinished))
  const config: Config = {
    ...readConfig({
      PRINCIPAL_PUBLIC_KEY: principals.publicKeyPem,
      AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
      POSTGRES_URL: tables.url,
      POSTGRES_SCHEMA: tables.schema,
      NATS_URL: natsUrl,
      PASS_DURABLE: durable,
      PUBLIC_URL: 'https://kla.test/',
      GRPC_ADDRESS: '127.0.0.1:0',
      HEALTH_PORT: '0',
      IDENTITY_DIR: testIdentityDirectory('commerce'),
      SWEEP_MS: '50',
    }),
    ...change,
  }
  const pods: Pod[] = []

  const as = async (accountId: number) => ({ principal: await principals.sign({ accountId }) })
  const asAdministrator = async (id: number, permissions: readonly string[]) => ({
    principal: await principals.signAdministrator({ id, permissions }),
  })

  async function pod(overrides: Overrides = {}): Promise<Pod> {
    const providers = [provider, formProvider]
    const bus = overrides.bus ?? (await newBus())
    // Not before: the first bus makes the stream.
    await consuming()
    const service = await createService(config, { log, providers, now: clock.now, ...overrides, bus })
    await service.start()
    const reached = { address: `127.0.0.1:${service.ports.grpc}`, deadlineMs: 25_000, attemptMs: 20_000 }
    const client = createTestClient({ definition, ...reached })
    const made = { service, client, pass: createTestClient({ definition: BattlePassServiceService, ...reached }) }
    pods.push(made)
    return made
  }
  const { client, service, pass } = await pod()

  return {
    client,
    pass,
    service,
    pod,
    passDurable: durable,
    provider,
    formProvider,
    clock,
    database: tables.database,
    tables,
    newBus,
    as,
    asAdministrator,
    async buy(accountId: number, lines = [SAVES], by = client): Promise<Bought> {
      const { sessionId, url } = await by.createCheckout({ lines, email: 'a@b.c' }, await as(accountId))
      const order = provider.opened.get(sessionId) ?? formProvider.opened.get(sessionId)
      if (!order) throw new Error('the provider knows of no checkout')
      const { orderId, totalCents } = order
      return { sessionId, url, orderId, totalCents, says: noticesOf(orderId, totalCents) }
    },
    /** The provider tells it. */
    tell: (...notices: PaymentNotice[]) => client.receiveNotification(notification(notices)),
    async give(accountId: number, units: number, item = Item.GIF_SAVES): Promise<void> {
      const giftId = crypto.randomUUID()
      await client.giftItems(
        { giftId, accountId, item, units, reason: 'test' },
        await asAdministrator(999, ['items.gift']),
      )
    },
    saves: async (accountId: number) => (await client.getInventory({}, await as(accountId))).gifSaves,
    orders: async (accountId: number) => (await client.listOrders({}, await as(accountId))).orders,
    metrics: async (name: string): Promise<string[]> => {
      const text = await (await fetch(`http://127.0.0.1:${service.ports.health}/metrics`)).text()
      return text.split('\n').filter((line) => line.startsWith(name))
    },
    async close(): Promise<void> {
      for (const made of pods) {
        made.client.close()
        made.pass.close()
      }
      await Promise.all(pods.map((made) => made.service.stop()))
      await forgetConsumer(natsUrl, durable)
      await Promise.all(buses.map((bus) => bus.close()))
      await tables.close()
    },
  }
}

export type Shop = Awaited<ReturnType<typeof createShop>>
