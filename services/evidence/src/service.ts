import { fileURLToPath } from 'node:url'
import {
  assembleService,
  awaitSchema,
  type Bus,
  closeDatabase,
  createApprovalNotices,
  createBus,
  createDatabase,
  createGrpcServer,
  createOutbox,
  createPrincipalVerifier,
  createServiceBase,
  ENDED_EVERY_MS,
  type Logger,
  repeat,
  type Running,
  serveHealth,
  type Service,
} from '@kla/chassis'
import { EVENTS_STREAM, EvidenceServiceService, subjects } from '@kla/proto'
import { type Config, searchPathOf, vaultSchemaOf } from './config.js'
import { createOpenings } from './openings/index.js'
import { createPlaces } from './places/index.js'
import { createUnsealer } from './shared/sealing.js'
import { createVault, isVaultReadable } from './vault/index.js'

/** Replacements for tests; the service closes the bus. */
export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly now?: () => number
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const RELAY_EVERY_MS = 1_000
/** Openings of grave reports are rare. */
const VAULT_CONNECTIONS = 2

/** Serves only probes before `start`. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const { now = Date.now } = overrides
  const base = await createServiceBase('evidence', config, overrides, ['nats', 'postgres'])
  const { log, metrics, identity, health } = base
  const { postgresUrl: url, postgresSchema: schema, postgresMax: max } = config
  const database = createDatabase({ url, schema: searchPathOf(schema), max, log, metrics })
  const vaulted = createDatabase({
    url: config.vaultPostgresUrl,
    schema: vaultSchemaOf(schema),
    max: VAULT_CONNECTIONS,
    log,
  })
  // Stills arrive without the vault's role, but no process starts without it.
  const isWritable = metrics.dependencies.get('postgres')
  metrics.dependencies.set('postgres', async () => {
    const [writable] = await Promise.all([isWritable?.() ?? true, isVaultReadable(vaulted)])
    return writable
  })
  const bus =
    overrides.bus ??
    (await createBus({
      url: config.natsUrl,
      name: 'evidence',
      log,
      metrics,
      events: { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] },
      signs: { subject: subjects.eventAuditRecorded('evidence'), signer: config.auditPrivateKey },
    }))
  const outbox = createOutbox({ database, bus, metrics })
  const unsealer = createUnsealer(config.evidencePrivateKeys)
  const ofMinors = config.evidenceOfPossibleMinors

  const vault = createVault({ database, metrics, log, now })
  const places = createPlaces({ database, unsealer, ofMinors, now })
  const openings = createOpenings({
    database,
    vaulted,
    unsealer,
    ofMinors,
    notices: createApprovalNotices(bus, now),
    now,
  })

  const server = createGrpcServer({
    definition: EvidenceServiceService,
    identity,
    handlers: { ...vault.handlers, ...places.handlers, ...openings.handlers },
    more: [serveHealth(health)],
    log,
    metrics,
    now,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey, now),
  })

  const startLoops = (): readonly Running[] => [
    repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log }),
    repeat({ name: 'published events', work: outbox.prune, everyMs: config.sweepMs, log }),
    repeat({ name: 'ended requests', work: openings.noticeEnded, everyMs: ENDED_EVERY_MS, log }),
    repeat({ name: 'erasing', work: vault.sweep, everyMs: config.sweepMs, log }),
    repeat({ name: 'check of the sealed stills', work: vault.check, everyMs: config.chainCheckMs, log }),
  ]

  return assembleService({
    base,
    server,
    grpcAddress: config.grpcAddress,
    prepare: [() => awaitSchema({ database, migrations: MIGRATIONS, health, log })],
    run: [startLoops],
    close: [() => bus.close(), () => closeDatabase(vaulted), () => closeDatabase(database)],
  })
}
