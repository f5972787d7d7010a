import {
  createBus,
  createGrpcServer,
  createHealth,
  createLogger,
  createMetrics,
  createPrincipalVerifier,
  createRedis,
  readIdentity,
  serveHealth,
  type FactConsumer,
  type Logger,
  type Runnable,
  type Subscribed,
} from '@kla/chassis'
import { FACTS_STREAM, MediaSignallingServiceService, subjects } from '@kla/proto'
import type { Config } from './config.js'
import { measureRelays } from './ice/index.js'
import { createPairing, createRoomsClient, createSessionStore, type Policies, type RoomsClient } from './pairing/index.js'
import { createSignals } from './signals/index.js'
import { watchPolicy } from './spectators/index.js'

export interface Overrides {
  readonly log?: Logger
  readonly rooms?: RoomsClient
}

export interface MediaSignallingService extends Runnable {
  readonly grpcPort: number
  readonly healthPort: number
}

export async function createService(config: Config, overrides: Overrides = {}): Promise<MediaSignallingService> {
  const log = overrides.log ?? createLogger({ service: 'media-signalling', level: config.logLevel })
  const metrics = createMetrics('media-signalling')
  const identity = readIdentity({ directory: config.identityDir, service: 'media-signalling', log, metrics })
  const health = createHealth({ port: config.healthPort, metrics, log })
  await health.listen()
  measureRelays(metrics, config)
  const rooms = overrides.rooms ?? createRoomsClient(config.roomsAddress, identity, metrics)
  const redis = createRedis({ url: config.redisUrl, log, metrics })
  const facts = { stream: FACTS_STREAM, subjects: [subjects.factsAll] }
  const bus = await createBus({ url: config.natsUrl, name: 'media-signalling', log, metrics, facts })

  const policies: Policies = { players: config.iceTransportPolicy, watchers: watchPolicy(config) }
  const store = createSessionStore(redis, config.redisPrefix)
  const pairing = createPairing({ bus, store, rooms, policies, settings: config, metrics, log })
  const signals = createSignals({ bus, store, policies, hostCandidates: config.hostCandidates, metrics, log })
  const server = createGrpcServer({
    definition: MediaSignallingServiceService,
    identity,
    handlers: pairing.handlers,
    more: [serveHealth(health)],
    log,
    metrics,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey),
  })

  const stopping: (Subscribed | FactConsumer)[] = []
  let grpcPort = 0
  return {
    get grpcPort() {
      return grpcPort
    },
    get healthPort() {
      return health.port
    },
    async start() {
      const subscriptions = await signals.subscribe(config.signalQueue)
      stopping.push(...subscriptions, await pairing.consume(config.factsDurable))
      grpcPort = await server.listen(config.grpcAddress)
      health.started()
      log.info({ grpcPort, healthPort: health.port, policies }, 'media-signalling is up')
    },
    async stop() {
      health.stopping()
      await server.close()
      for (const subscription of stopping) await subscription.close()
      signals.flush()
      await health.close()
      rooms.close()
      await bus.close()
      redis.disconnect()
    },
  }
}
