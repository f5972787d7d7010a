import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import {
  createBus,
  createHealth,
  createLogger,
  createMetrics,
  newId,
  readIdentity,
  type Bus,
  type Logger,
  type Runnable,
} from '@kla/chassis'
import type { Config } from './config.js'
import { createHttpApp } from './http/app.js'
import { LeaderboardRankCache } from './http/leaderboard-reads.js'
import { createPublicReads } from './http/public-reads.js'
import { spliceUpgrades } from './http/upgrades.js'
import { createClients, type Clients } from './shared/clients.js'
import { senderOf, trustOf } from './shared/networks.js'
import type { SocketAcceptor, SocketListener } from './ws/listener/socket-listener.js'
import { createUwsListener, hasNativeBuild } from './ws/listener/uws-listener.js'
import { createWsListener } from './ws/listener/ws-listener.js'
import { createRealtime, type Realtime } from './ws/realtime.js'

export interface Service extends Runnable {
  readonly http: FastifyInstance
  readonly ports: { readonly http: number; readonly realtime: number; readonly health: number }
}

export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly clients?: Partial<Clients>
  readonly createListener?: (acceptor: SocketAcceptor) => SocketListener
  readonly now?: () => number
}

const ANY_HOST: ReadonlySet<string> = new Set(['0.0.0.0', '::', ''])

/** Builds the service and opens the health port. `start` serves, `stop` drains. Rejects with nothing left open. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const opened: (() => unknown)[] = []
  try {
    return await build(config, overrides, opened)
  } catch (error) {
    for (const close of opened.reverse()) await close()
    throw error
  }
}

async function build(config: Config, overrides: Overrides, opened: (() => unknown)[]): Promise<Service> {
  const log = overrides.log ?? createLogger({ service: 'gateway', level: config.LOG_LEVEL })
  const metrics = createMetrics('gateway')
  const identity = readIdentity({ directory: config.IDENTITY_DIR, service: 'gateway', log, metrics })
  const health = createHealth({ port: config.HEALTH_PORT, metrics, log })
  opened.push(() => health.close())
  await health.listen()
  const channels = createClients(config, identity, metrics)
  opened.push(() => channels.close())
  const clients: Clients = { ...channels, ...overrides.clients }
  const now = overrides.now ?? Date.now
  const createListener = overrides.createListener ?? (hasNativeBuild() ? createUwsListener : createWsListener)
  const bus =
    overrides.bus ??
    (await createBus({
      url: config.NATS_URL,
      name: 'gateway',
      ...{ log, metrics },
      // Otherwise it would receive its own chat lines.
      echo: false,
      onReconnect: () => void realtime.reconnected(),
    }))
  opened.push(() => bus.close())
  const trust = trustOf(config.TRUST_PROXY)
  const spliceMark = randomBytes(16).toString('hex')
  const realtime: Realtime = createRealtime({
    // A restarted process must not renew its predecessor's connections.
    gatewayId: `${config.GATEWAY_ID}-${newId().slice(-8)}`,
    publicOrigin: new URL(config.PUBLIC_URL).origin,
    socketCaps: { perAccount: config.SOCKETS_PER_ACCOUNT, perNetwork: config.SOCKETS_PER_NETWORK },
    senderOf: (handshake) => senderOf({ ...handshake, spliced: handshake.spliceMark === spliceMark }, trust),
    tickMs: config.TICK_MS,
    banCheckMs: config.BAN_CHECK_MS,
    transcriptFlushMs: config.TRANSCRIPT_FLUSH_MS,
    matchKeepMs: config.MATCH_KEEP_MS,
    clients,
    bus,
    metrics,
    log,
    now,
    createListener,
  })

  const http = await createHttpApp({
    auth: clients.auth,
    library: clients.library,
    commerce: clients.commerce,
    moderation: clients.moderation,
    standings: clients.standings,
    cups: clients.cups,
    blocks: clients.blocks,
    battlePass: clients.battlePass,
    reads: createPublicReads(clients, now),
    rankCache: new LeaderboardRankCache(clients.standings, now),
    ...{ log, metrics },
    ready: health.serving,
    now,
    publicUrl: config.PUBLIC_URL,
    publicOrigin: new URL(config.PUBLIC_URL).origin,
    cookieSecure: config.COOKIE_SECURE,
    trustedProxies: config.TRUST_PROXY,
    staticDir: config.STATIC_DIR,
    consoleDir: config.CONSOLE_DIR,
    adminPath: config.ADMIN_PATH,
    requestsPerMinute: config.REST_LIMIT_PER_MINUTE,
    adminLoginsPerMinute: config.ADMIN_LOGIN_LIMIT_PER_MINUTE,
    checkoutsPerMinute: config.CHECKOUT_LIMIT_PER_MINUTE,
    verificationsPerMinute: config.VERIFY_LIMIT_PER_MINUTE,
    accountCallsPerMinute: config.ACCOUNT_LIMIT_PER_MINUTE,
    webhookBodyMs: config.WEBHOOK_BODY_MS,
    paymentNetworks: config.PAYMENT_NETWORKS,
    loginForwardParameters: config.LOGIN_FORWARD_PARAMETERS,
    avatarBaseUrl: config.AVATAR_BASE_URL,
    reconnectGraceMs: config.RECONNECT_GRACE_MS,
    contactEmail: config.CONTACT_EMAIL,
    sendsMail: config.SENDS_MAIL,
    payments: { provider: config.PAYMENT_PROVIDER, publishableKey: config.STRIPE_PUBLISHABLE_KEY },
  })
  let realtimePort = 0
  spliceUpgrades(http.server, {
    host: ANY_HOST.has(config.HOST) ? '127.0.0.1' : config.HOST,
    port: () => realtimePort,
    trust,
    mark: spliceMark,
    log,
  })

  const service: Service = {
    http,
    get ports() {
      const address = http.server.address() as AddressInfo | null
      return { http: address?.port ?? 0, realtime: realtimePort, health: health.port }
    },
    async start() {
      realtimePort = await realtime.start(config.HOST, config.REALTIME_PORT)
      await http.listen({ host: config.HOST, port: config.PORT })
      health.started()
      log.info({ sockets: realtime.build, ...service.ports }, 'the gateway serves')
    },
    async stop() {
      health.stopping()
      await realtime.drain(config.DRAIN_MS)
      await http.close()
      await health.close()
      channels.close()
      await bus.close()
    },
  }
  return service
}
