import {
  assembleService,
  createBus,
  createGrpcServer,
  createPrincipalVerifier,
  createRedis,
  createServiceBase,
  type Logger,
  repeat,
  serveHealth,
  type Service,
} from '@kla/chassis'
import { EVENTS_STREAM, MediaSignallingServiceService, subjects } from '@kla/proto'
import type { Config } from './config.js'
import { measureRelays, mintProbe } from './ice/index.js'
import {
  createPairing,
  createRoomsClient,
  createSessionStore,
  type Policies,
  type RoomsClient,
} from './pairing/index.js'
import { createSignals } from './signals/index.js'
import { createWatchLeases, watchPolicy } from './spectators/index.js'

/** Log and client that tests replace. */
export interface Overrides {
  readonly log?: Logger
  readonly rooms?: RoomsClient
}

/** Rooms wait little longer than one interval. */
const RENEWAL_POLLS = 5

export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const base = await createServiceBase('media-signalling', config, overrides)
  const { log, metrics, identity, health } = base
  measureRelays(metrics, config)
  const rooms = overrides.rooms ?? createRoomsClient(config.roomsAddress, identity, metrics)
  const redis = createRedis({ url: config.redisUrl, log, metrics })
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  const bus = await createBus({ url: config.natsUrl, name: 'media-signalling', log, metrics, events })

  const policies: Policies = { players: config.iceTransportPolicy, watchers: watchPolicy(config) }
  const store = createSessionStore(redis, config.redisPrefix)
  const leases = createWatchLeases(redis, config.redisPrefix, config.watchLeaseRenewalMs)
  const pairing = createPairing({ bus, store, rooms, policies, settings: config, leases, metrics, log })
  const signals = createSignals({ bus, store, policies, hostCandidates: config.hostCandidates, metrics, log })
  const server = createGrpcServer({
    definition: MediaSignallingServiceService,
    identity,
    handlers: { ...pairing.handlers, mintProbe: mintProbe(config) },
    more: [serveHealth(health)],
    log,
    metrics,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey),
  })

  log.info({ policies }, 'ICE transport policies')
  return assembleService({
    base,
    server,
    grpcAddress: config.grpcAddress,
    run: [
      () => ({ stop: () => signals.flush() }),
      () => signals.subscribe(config.signalQueue),
      () => pairing.consume(config.eventsDurable),
      () =>
        repeat({
          name: 'watch leases',
          work: pairing.renewLeases,
          everyMs: config.watchLeaseRenewalMs / RENEWAL_POLLS,
          log,
        }),
    ],
    close: [() => rooms.close(), () => bus.close(), () => redis.disconnect()],
  })
}
