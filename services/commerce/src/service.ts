import {
  awaitSchema,
  closeDatabase,
  createBus,
  createDatabase,
  createGrpcServer,
  createHealth,
  createLogger,
  createMetrics,
  createOutbox,
  createPrincipalVerifier,
  readIdentity,
  repeat,
  serveHealth,
  type Bus,
  type Database,
  type Logger,
  type Repeated,
  type Runnable,
} from '@kla/chassis'
import { CommerceServiceService, FACTS_STREAM, subjects } from '@kla/proto'
import { fileURLToPath } from 'node:url'
import { composePass } from './pass/index.js'
import type { Config } from './config.js'
import { onSaleNow } from './catalogue/rules.js'
import { createCheckLedger, createExpireHolds, createForgetHolds, measureHolds } from './ledger/timers.js'
import { createCommerceMetrics } from './shared/metrics.js'
import { createAcquirerProvider } from './payments/acquirer-provider.js'
import { createFulfil } from './payments/notifications.js'
import { createProviders, type PaymentProvider } from './payments/payment-provider.js'
import { createStripeProvider } from './payments/stripe-provider.js'
import { createHandlers } from './checkout/index.js'
import { createHoldStore } from './ledger/hold-store.js'
import { createLedgerStore } from './ledger/store.js'
import { createOrderStore } from './checkout/store.js'
import { createSettlementStore } from './payments/grant-order.js'
import { createGiveUpOrders } from './checkout/timers.js'

/** What a test may put in place of the real thing. The service closes all of it when it stops. */
export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly database?: Database
  readonly providers?: readonly PaymentProvider[]
  /** Unix milliseconds. */
  readonly now?: () => number
}

export interface Service extends Runnable {
  /** The ports taken, once started. */
  readonly ports: { readonly grpc: number; readonly health: number }
}

/** Facts are published by the pod that stored them; this is only for those that a dead one left. */
/** What this build needs to find done in its schema. */
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const RELAY_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000

/** Builds one commerce process. Before `start` nothing runs, and nothing listens but for probes. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const { now = Date.now } = overrides
  const log = overrides.log ?? createLogger({ service: 'commerce', level: config.logLevel })
  const metrics = createMetrics('commerce')
  const identity = readIdentity({ directory: config.identityDir, service: 'commerce', log, metrics })
  const health = createHealth({ port: config.healthPort, metrics, log })
  await health.listen()
  const commerceMetrics = createCommerceMetrics(metrics)
  const { postgresUrl: url, postgresSchema: schema, postgresMax: max } = config
  const database = overrides.database ?? createDatabase({ url, schema, max, log, metrics })
  const facts = { stream: FACTS_STREAM, subjects: [subjects.factsAll] }
  const signs = { subject: subjects.factAuditRecorded('commerce'), signer: config.auditSigner }
  const bus = overrides.bus ?? (await createBus({ url: config.natsUrl, name: 'commerce', log, metrics, facts, signs }))
  const providers = createProviders(overrides.providers ?? providersOf(config), config.paymentProvider)
  if (!providers.preferred) log.warn({ provider: config.paymentProvider }, 'nothing can be bought: no such account')

  const orders = createOrderStore(database)
  const ledger = createLedgerStore(database)
  const holds = createHoldStore(database)
  measureHolds(metrics, holds)
  const outbox = createOutbox({ database, bus, metrics })
  const fulfil = createFulfil({
    settlements: createSettlementStore(database),
    metrics: commerceMetrics,
    log,
    now,
    onSettled: () => relaying?.poke(),
  })
  const pass = composePass({ database, bus, metrics: commerceMetrics, durable: config.passDurable, now })
  const onSale = async () => onSaleNow(config.itemsSold, await pass.seasonRuns())
  const { publicUrl } = config
  const server = createGrpcServer({
    definition: CommerceServiceService,
    identity,
    handlers: createHandlers({ orders, ledger, holds, providers, fulfil, metrics: commerceMetrics, onSale, publicUrl, now }),
    more: [serveHealth(health), pass.implementation],
    log,
    metrics,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey),
  })
  const expireHolds = createExpireHolds({ holds, expiresMs: config.holdExpiresMs, metrics: commerceMetrics, log, now })
  const giveUpOrders = createGiveUpOrders({ orders, providers, fulfil, log, now })
  const checkLedger = createCheckLedger(ledger, commerceMetrics, log)

  const ports = { grpc: 0, health: 0 }
  let relaying: Repeated | undefined
  let repeated: Repeated[] = []

  function startSweeps(): void {
    relaying = repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log })
    repeated = [
      relaying,
      repeat({ name: 'old holds', work: expireHolds, everyMs: config.sweepMs, log }),
      repeat({ name: 'keys never held', work: createForgetHolds(holds, now), everyMs: config.sweepMs, log }),
      repeat({ name: 'old orders', work: giveUpOrders, everyMs: config.sweepMs, log }),
      repeat({ name: 'ledger check', work: checkLedger, everyMs: config.ledgerCheckMs, log }),
      repeat({ name: 'sent facts', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log }),
    ]
  }

  async function close(): Promise<void> {
    health.stopping()
    await server.close()
    await pass.stop()
    await Promise.all(repeated.map((loop) => loop.stop()))
    await health.close()
    await bus.close()
    await closeDatabase(database)
  }
  let closed: Promise<void> | undefined

  return {
    ports,
    async start() {
      ports.health = health.port
      await awaitSchema({ database, migrations: MIGRATIONS, health, log })
      startSweeps()
      await pass.start()
      ports.grpc = await server.listen(config.grpcAddress)
      health.started()
      log.info({ ports }, 'started')
    },
    stop: () => (closed ??= close()),
  }
}

function providersOf({ stripe, acquirer, webhookToleranceMs: toleranceMs }: Config): readonly PaymentProvider[] {
  return [
    ...(stripe ? [createStripeProvider({ ...stripe, toleranceMs })] : []),
    ...(acquirer ? [createAcquirerProvider({ ...acquirer, toleranceMs })] : []),
  ]
}
