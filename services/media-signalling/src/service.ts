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
  type Logger,
  type Runnable,
} from '@kla/chassis'
import { FACTS_STREAM, MediaSignallingServiceService, subjects } from '@kla/proto'
import { createRoomsClient, getPeers, type RoomsClient } from './pairing/rpc.js'
import type { Config } from './config.js'
import { consumeSeatsChanged, hearRoomNews, publishPeersStarted, publishSignal, takeSignals } from './pairing/events.js'
import { createPairRoom, type Policies } from './pairing/index.js'
import { watchPolicy } from './spectators/index.js'
import { createMeasures } from './measures.js'
import { createSessionView } from './signals/session-view.js'
import { createSignalRelay } from './signals/index.js'
import { createSessionStore } from './pairing/store.js'

export interface Overrides {
  readonly log?: Logger
  readonly rooms?: RoomsClient
}

export interface MediaSignallingService extends Runnable {
  /** Where the gRPC server listens, once started. */
  readonly grpcPort: number
  readonly healthPort: number
}

/** The composition root: the one place that names concrete stores and clients. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<MediaSignallingService> {
  const log = overrides.log ?? createLogger({ service: 'media-signalling', level: config.logLevel })
  const metrics = createMetrics('media-signalling')
  const identity = readIdentity({ directory: config.identityDir, service: 'media-signalling', log, metrics })
  const health = createHealth({ port: config.healthPort, metrics, log })
  await health.listen()
  const measures = createMeasures(metrics, config.turnUrls.length)
  const rooms = overrides.rooms ?? createRoomsClient(config.roomsAddress, identity, metrics)
  const redis = createRedis({ url: config.redisUrl, log, metrics })
  const facts = { stream: FACTS_STREAM, subjects: [subjects.factsAll] }
  const bus = await createBus({ url: config.natsUrl, name: 'media-signalling', log, metrics, facts })

  const policies: Policies = { players: config.iceTransportPolicy, watchers: watchPolicy(config) }
  const store = createSessionStore(redis, config.redisPrefix)
  const view = createSessionView(policies)
  const relay = createSignalRelay({
    view,
    store,
    policies,
    hostCandidates: config.hostCandidates,
    send: (signal) => publishSignal(bus, signal),
    count: (outcome) => measures.signal(outcome),
    log,
  })
  const pairRoom = createPairRoom({
    store,
    policies,
    announce: (roomId, session) => {
      publishPeersStarted(bus, roomId, session, config, Date.now())
      if (session.pair && !session.announced) measures.paired()
    },
  })
  const server = createGrpcServer({
    definition: MediaSignallingServiceService,
    identity,
    handlers: { getPeers: getPeers({ rooms, store, pairRoom, settings: config }) },
    more: [serveHealth(health)],
    log,
    metrics,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey),
  })

  const stopping: (() => unknown)[] = []
  let grpcPort = 0
  return {
    get grpcPort() {
      return grpcPort
    },
    get healthPort() {
      return health.port
    },
    async start() {
      const news = await hearRoomNews(bus, view)
      const signals = await takeSignals(bus, config.signalQueue, relay)
      const consumer = await consumeSeatsChanged(bus, config.factsDurable, pairRoom, log)
      stopping.push(() => signals.close(), () => news.close(), () => consumer.close())
      grpcPort = await server.listen(config.grpcAddress)
      health.started()
      log.info({ grpcPort, healthPort: health.port, policies }, 'media-signalling is up')
    },
    async stop() {
      health.stopping()
      await server.close()
      for (const stop of stopping) await stop()
      relay.flush()
      await health.close()
      rooms.close()
      await bus.close()
      redis.disconnect()
    },
  }
}
