import { fileURLToPath } from 'node:url'
import {
  assembleService,
  awaitSchema,
  type Bus,
  closeDatabase,
  createBus,
  createDatabase,
  createGrpcServer,
  createOutbox,
  createPrincipalVerifier,
  createServiceBase,
  type Database,
  type Logger,
  type Loop,
  repeat,
  serveHealth,
  type Service,
} from '@kla/chassis'
import { CommerceServiceService, EVENTS_STREAM, subjects } from '@kla/proto'
import { createCheckout } from './checkout/index.js'
import type { Config } from './config.js'
import { createLedger } from './ledger/index.js'
import { createPass } from './pass/index.js'
import { configuredProviders, createPayments, type PaymentProvider } from './payments/index.js'
import { createPeople } from './people/index.js'
import { createCommerceMetrics } from './shared/metrics.js'

/** Replacements for tests; the service closes them. */
export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly database?: Database
  readonly providers?: readonly PaymentProvider[] | undefined
  readonly now?: () => number
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** Covers dead pods; changed orders wake the relay. */
const RELAY_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000

/** Serves only health before `start`. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const { now = Date.now } = overrides
  const base = await createServiceBase('commerce', config, overrides, ['nats'])
  const { log, metrics, identity, health } = base
  const commerceMetrics = createCommerceMetrics(metrics)
  const { postgresUrl: url, postgresSchema: schema, postgresMax: max } = config
  const database = overrides.database ?? createDatabase({ url, schema, max, log, metrics })
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  const signs = { subject: subjects.eventAuditRecorded('commerce'), signer: config.auditPrivateKey }
  const bus = overrides.bus ?? (await createBus({ url: config.natsUrl, name: 'commerce', log, metrics, events, signs }))
  const outbox = createOutbox({ database, bus, metrics })

  const ledger = createLedger({ database, holdExpiresMs: config.holdExpiresMs, metrics, commerceMetrics, log, now })
  const pass = createPass({ database, bus, metrics: commerceMetrics, durable: config.passDurable, now })
  const payments = createPayments({
    database,
    providers: overrides.providers ?? configuredProviders(config),
    preferred: config.paymentProvider,
    metrics,
    commerceMetrics,
    log,
    now,
    onChanged: () => relay?.poke(),
  })
  const { providers, applyNotices } = payments
  if (!providers.preferred) log.warn({ provider: config.paymentProvider }, 'nothing can be bought: no such account')
  const checkout = createCheckout({
    database,
    providers,
    applyNotices,
    itemsSold: config.shopItemsOnSale,
    seasonRuns: pass.seasonRuns,
    publicUrl: config.publicUrl,
    metrics: commerceMetrics,
    log,
    now,
  })

  const people = createPeople({ database, now })
  const server = createGrpcServer({
    definition: CommerceServiceService,
    identity,
    handlers: { ...checkout.handlers, ...payments.handlers, ...ledger.handlers, ...people.handlers },
    more: [serveHealth(health), pass.implementation],
    log,
    metrics,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey),
  })
  let relay: Loop | undefined

  function startSweeps(): readonly Loop[] {
    const { sweepMs, ledgerCheckMs } = config
    const { expireHolds, forgetHolds, checkLedger } = ledger.sweeps
    relay = repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log })
    return [
      relay,
      repeat({ name: 'old holds', work: expireHolds, everyMs: sweepMs, log }),
      repeat({ name: 'keys never held', work: forgetHolds, everyMs: sweepMs, log }),
      repeat({ name: 'old orders', work: checkout.cancelOverdueOrders, everyMs: sweepMs, log }),
      repeat({ name: 'ledger check', work: checkLedger, everyMs: ledgerCheckMs, log }),
      repeat({ name: 'old unread notifications', work: payments.forgetUnread, everyMs: PRUNE_EVERY_MS, log }),
      repeat({ name: 'sent events', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log }),
    ]
  }

  return assembleService({
    base,
    server,
    grpcAddress: config.grpcAddress,
    prepare: [() => awaitSchema({ database, migrations: MIGRATIONS, health, log })],
    run: [startSweeps, () => pass, pass.start],
    close: [() => bus.close(), () => closeDatabase(database)],
  })
}
