import type { AddressInfo } from 'node:net'
import {
  type Bus,
  createBus,
  createServiceBase,
  createSessionTokenReader,
  listenHost,
  type Logger,
  newId,
  type Runnable,
  type SessionTokenReader,
} from '@kla/chassis'
import { ApprovalChanged, SessionEnded, subjects } from '@kla/proto'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.js'
import { createHttpApp } from './http/app.js'
import { createDeskStreams } from './http/desk-streams.js'
import { LeaderboardRankCache } from './http/leaderboard-reads.js'
import { createLogouts } from './http/logouts.js'
import { createPublicReads } from './http/public-reads.js'
import { spliceUpgrades } from './http/upgrades.js'
import { type Clients, createClients } from './shared/clients.js'
import { senderOf, trustOf } from './shared/networks.js'
import { Splices } from './shared/splices.js'
import type { SocketAcceptor, SocketListener } from './ws/listener/socket-listener.js'
import { createUwsListener, hasNativeBuild } from './ws/listener/uws-listener.js'
import { createWsListener } from './ws/listener/ws-listener.js'
import { createRealtime, type Realtime } from './ws/realtime.js'

/** The gateway's process and its ports. */
export interface Service extends Runnable {
  readonly http: FastifyInstance
  readonly ports: { readonly http: number; readonly realtime: number; readonly health: number }
}

export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly clients?: Partial<Clients>
  readonly createListener?: (acceptor: SocketAcceptor) => SocketListener
  readonly readToken?: SessionTokenReader
  readonly now?: () => number
}

const ANY_HOST: ReadonlySet<string> = new Set(['0.0.0.0', '::', ''])

/** `start` serves, `stop` drains. On rejection nothing is left open. */
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
  const { log, metrics, identity, health } = await createServiceBase('gateway', config, overrides, ['nats'])
  opened.push(() => health.close())
  const channels = createClients(config, identity, metrics)
  opened.push(() => channels.close())
  const clients: Clients = { ...channels, ...overrides.clients }
  const now = overrides.now ?? Date.now
  const createListener = overrides.createListener ?? (hasNativeBuild() ? createUwsListener : createWsListener)
  const bus =
    overrides.bus ??
    (await createBus({
      url: config.natsUrl,
      name: 'gateway',
      log,
      metrics,
      // The gateway must not receive its own chat messages.
      echo: false,
      onReconnect: () => {
        void realtime.reconnected()
        void deskStreams.reconnected()
      },
    }))
  opened.push(() => bus.close())
  const trust = trustOf(config.trustProxy)
  const splices = new Splices()
  const realtime: Realtime = createRealtime({
    // Restarts must not renew their predecessor's connections.
    gatewayId: `${config.gatewayId}-${newId().slice(-8)}`,
    publicOrigin: new URL(config.publicUrl).origin,
    socketCaps: { perAccount: config.socketsPerAccount, perNetwork: config.socketsPerNetwork },
    senderOf: (handshake) => senderOf({ ...handshake, spliced: splices.has(handshake.spliceMark) }, trust),
    violated: (spliceMark, closeCode) => splices.violated(spliceMark, closeCode),
    tickMs: config.tickMs,
    banCheckMs: config.banCheckMs,
    transcriptFlushMs: config.transcriptFlushMs,
    matchKeepMs: config.matchKeepMs,
    clients,
    readToken: overrides.readToken ?? (await readerOf(config, now)),
    bus,
    metrics,
    log,
    now,
    createListener,
  })

  const deskStreams = createDeskStreams({ log })
  opened.push(() => deskStreams.stop())
  const logouts = createLogouts({ bus, log, now })
  opened.push(() => logouts.stop())
  const http = await createHttpApp({
    auth: clients.auth,
    engine: clients.engine,
    library: clients.library,
    commerce: clients.commerce,
    moderation: clients.moderation,
    people: clients.people,
    desk: clients.desk,
    decisions: clients.decisions,
    opinions: clients.opinions,
    evidence: clients.evidence,
    standings: clients.standings,
    cups: clients.cups,
    blocks: clients.blocks,
    meetings: clients.meetings,
    battlePass: clients.battlePass,
    signalling: clients.signalling,
    reads: createPublicReads(clients, now),
    rankCache: new LeaderboardRankCache(clients.standings, now),
    logouts,
    deskStreams,
    log,
    metrics,
    ready: health.serving,
    now,
    publicUrl: config.publicUrl,
    publicOrigin: new URL(config.publicUrl).origin,
    cookieSecure: config.cookieSecure,
    trustedProxies: config.trustProxy,
    staticDir: config.staticDir,
    consoleDir: config.consoleDir,
    adminPath: config.adminPath,
    requestsPerMinute: config.restLimitPerMinute,
    adminLoginsPerMinute: config.adminLoginLimitPerMinute,
    checkoutsPerMinute: config.checkoutLimitPerMinute,
    verificationsPerMinute: config.verifyLimitPerMinute,
    accountCallsPerMinute: config.accountLimitPerMinute,
    webhookBodyMs: config.webhookBodyMs,
    paymentNetworks: config.paymentNetworks,
    loginForwardParameters: config.loginForwardParameters,
    avatarBaseUrl: config.avatarBaseUrl,
    reconnectGraceMs: config.reconnectGraceMs,
    evidencePublicKey: config.evidencePublicKey,
    contactEmail: config.contactEmail,
    sendsMail: config.sendsMail,
    payments: { provider: config.paymentProvider, publishableKey: config.stripePublishableKey },
  })
  let realtimePort = 0
  spliceUpgrades(http.server, {
    host: ANY_HOST.has(config.host) ? '127.0.0.1' : config.host,
    port: () => realtimePort,
    trust,
    splices,
    log,
  })

  const service: Service = {
    http,
    get ports() {
      const address = http.server.address() as AddressInfo | null
      return { http: address?.port ?? 0, realtime: realtimePort, health: health.port }
    },
    async start() {
      const host = await listenHost(config.host, log)
      await bus.subscribe(subjects.deskChanged, () => deskStreams.changed())
      await bus.subscribe(subjects.approvalsChanged, ({ data }) => deskStreams.approvals(ApprovalChanged.decode(data)))
      await bus.subscribe(subjects.eventSessionEnded, ({ data }) => {
        const { administrator, sessionKey } = SessionEnded.decode(data)
        if (administrator) deskStreams.ended(sessionKey)
      })
      realtimePort = await realtime.start(host, config.realtimePort)
      await http.listen({ host, port: config.port })
      health.started()
      log.info({ sockets: realtime.build, ...service.ports }, 'the gateway serves')
    },
    async stop() {
      health.stopping()
      deskStreams.stop()
      await realtime.drain(config.drainMs)
      await http.close()
      await logouts.stop()
      await health.close()
      channels.close()
      await bus.close()
    },
  }
  return service
}

const readerOf = (
  { principalPublicKey }: Config,
  now: () => number,
): Promise<SessionTokenReader> | SessionTokenReader =>
  principalPublicKey === '' ? () => Promise.resolve(undefined) : createSessionTokenReader(principalPublicKey, now)
