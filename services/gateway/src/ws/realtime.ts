import {
  type Bus,
  type Logger,
  type Loop,
  type Metrics,
  repeat,
  type SessionTokenReader,
  type Subscribed,
} from '@kla/chassis'
import {
  AgeChanged,
  BlocksChanged,
  LinesWaiting,
  LinesWanted,
  MatchState,
  NameChanged,
  RestrictionsChanged,
  SessionEnded,
  subjects,
} from '@kla/proto'
import pLimit from 'p-limit'
import type { Clients } from '../shared/clients.js'
import { networkOf } from '../shared/networks.js'
import { sessionIdOf } from '../shared/session-cookie.js'
import { Restrictions } from './accounts/restrictions.js'
import { createSessions } from './accounts/sessions.js'
import { type BanEnforcement, createBanEnforcement } from './ban-enforcement.js'
import { Transcripts } from './chat/transcripts.js'
import { Connection, type ConnectionDeps } from './connection/connection.js'
import { type SocketCaps, SocketLimits } from './connection/socket-limits.js'
import { drainConnections } from './drain.js'
import { reportUndecided } from './events/entry.js'
import { createEventTable } from './events/table.js'
import { GatewayLease } from './gateway-lease.js'
import { createJudgeEnforcement } from './judge-enforcement.js'
import type { UpgradeRefusal } from './listener/opening-handshake.js'
import type { Handshake, Socket, SocketAcceptor, SocketHandlers, SocketListener } from './listener/socket-listener.js'
import { Activity } from './lobby/activity.js'
import { Lobby } from './lobby/lobby.js'
import { SeatedElsewhere } from './lobby/seated-elsewhere.js'
import { Matching } from './matchmaking/matching.js'
import { createRealtimeMetrics, observeQueues } from './metrics.js'
import { Admission } from './overload/admission.js'
import { ChatQueue } from './overload/chat-queue.js'
import { CommandMemory } from './pipeline/command-memory.js'
import { Dispatcher } from './pipeline/dispatch.js'
import { Runner } from './pipeline/run.js'
import { BEAT_MS, PARTS, Pulse } from './pulse.js'
import { createRareWarnings } from './rare-warnings.js'
import { ReturnSpread } from './return-spread.js'
import { tick } from './rooms/battle-events.js'
import { Hub } from './rooms/hub.js'
import { isInBattle, KnownSeats } from './rooms/known-seats.js'
import type { Member } from './rooms/member.js'

/** Settings and hooks of the realtime part. */
export interface RealtimeOptions {
  readonly gatewayId: string
  readonly publicOrigin: string
  readonly socketCaps: SocketCaps
  readonly senderOf: (handshake: Handshake) => string
  /** Called if the listener cut a connection instead of sending `closeCode`. */
  readonly violated: (spliceMark: string, closeCode: number) => void
  readonly tickMs: number
  readonly banCheckMs: number
  readonly transcriptFlushMs: number
  readonly matchKeepMs: number
  readonly clients: Clients
  readonly readToken: SessionTokenReader
  readonly bus: Bus
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
  readonly createListener: (acceptor: SocketAcceptor) => SocketListener
}

/** The realtime part of a gateway. */
export interface Realtime {
  readonly build: SocketListener['build']
  start(host: string, port: number): Promise<number>
  /** Moves or closes all connections (1001) within `overMs`, and reports them to rooms. */
  drain(overMs: number): Promise<void>
  /** Reads what was missed while NATS was away. */
  reconnected(): Promise<void>
}

// Recovers fast without causing the next outage.
const RESYNC_CONCURRENCY = 20
const RENEW_EVERY_MS = 30_000
/** Sessions that were resumed without asking auth are checked within a second. */
const CHECK_RETURNED_EVERY_MS = 500
const SPREAD_EVERY_MS = 250
/** Room in the address of pages that return, as it also steers both players to one gateway. */
const CLAIMED_ROOM = /(?:^|&)room=([0-9a-f-]{36})(?:&|$)/
/** Clients that want tokens to return by; those with `first` hold one, and send `authenticate` before anything else. */
const TOKEN = /(?:^|&)token=(wanted|first)(?:&|$)/

export function createRealtime(options: RealtimeOptions): Realtime {
  const { gatewayId, publicOrigin, clients, bus, log, now } = options
  const connections = new Set<Connection>()
  const metrics = createRealtimeMetrics(options.metrics, {
    sockets: () => connections.size,
    rooms: () => hub.size,
    searches: () => matching.size,
  })
  const restrictions = new Restrictions({ now })
  const warn = createRareWarnings(log)
  const sessions = createSessions<Connection>({
    auth: clients.auth,
    restrictions,
    restricted: (accountId) => bans.enforce(accountId),
    warn,
    now,
  })
  const limits = new SocketLimits(options.socketCaps, now)
  const limitResyncs = pLimit(RESYNC_CONCURRENCY)
  const transcripts = new Transcripts({
    moderation: clients.moderation,
    flushMs: options.transcriptFlushMs,
    metrics,
    log,
  })
  const chat = new ChatQueue({ metrics, warn, log })
  const admission = new Admission({ metrics })
  const ofConnections: ConnectionDeps = {
    metrics,
    sessions,
    limits,
    admission,
    readToken: options.readToken,
    now,
  }
  observeQueues(options.metrics, admission.queues())
  const pulse = new Pulse(connections)
  const hub: Hub = new Hub({
    gatewayId,
    clients,
    sessions,
    bus,
    transcripts,
    chat,
    metrics,
    limitResyncs,
    warn,
    log,
    now,
  })
  const returnSpread = new ReturnSpread(connections, ({ member }) => member !== undefined && isInBattle(hub, member))
  const seats = new KnownSeats({ hub, rooms: clients.rooms })
  const matching: Matching = new Matching({
    gatewayId,
    matchmaking: clients.matchmaking,
    sessions,
    keepMs: options.matchKeepMs,
    log,
    now,
    random: Math.random,
  })
  const bans: BanEnforcement = createBanEnforcement({
    auth: clients.auth,
    restrictions,
    sessions,
    hub,
    matching,
    stoppedWatching: gone,
  })
  const judges = createJudgeEnforcement({ auth: clients.auth, hub, stoppedWatching: gone, warn })
  const listener = options.createListener({ refusalOf, opened })
  const publish = (topic: string, text: string): void => listener.publish(topic, text)
  const lobby = new Lobby({
    rooms: clients.rooms,
    listApart: async (session) =>
      (await sessions.call(session, (context) => clients.blocks.listApart({}, context))).accountIds,
    activity: new Activity({ matchmaking: clients.matchmaking, publish, metrics, warn, now }),
    elsewhere: new SeatedElsewhere({ hub, seats, rooms: clients.rooms, sessions }),
    publish,
    metrics,
    log,
    now,
  })
  const lease = new GatewayLease({
    gatewayId,
    rooms: clients.rooms,
    log,
    now,
    waiting: () => admission.waiting,
    lapsed: () => void hub.resyncAll(),
  })
  const table = createEventTable({
    gatewayId,
    clients,
    sessions,
    admission,
    bus,
    transcripts,
    seats,
    hub,
    lobby,
    judges,
    lease,
    matching,
    metrics,
    now,
  })
  const runner = new Runner({ hub, sessions, memory: new CommandMemory(), log })
  const dispatcher = new Dispatcher({ table, runner, admission, chat, metrics })
  const timers: NodeJS.Timeout[] = []
  let subscriptions: Subscribed[] = []
  let banCheck: Loop | undefined

  function refusalOf(handshake: Handshake): UpgradeRefusal | undefined {
    // Pages of other sites open sockets with the user's cookie, but cannot forge the origin.
    const { cookie, origin } = handshake
    if (origin !== '' && origin !== publicOrigin && sessionIdOf(cookie) !== undefined)
      return { status: '403 Forbidden' }
    if (limits.admitUpgrade(networkOf(options.senderOf(handshake)))) return undefined
    metrics.refusedUpgrades.inc()
    return { status: '429 Too Many Requests' }
  }

  function opened(socket: Socket, handshake: Handshake): SocketHandlers {
    const network = networkOf(options.senderOf(handshake))
    limits.opened(network)
    const claimed = CLAIMED_ROOM.exec(handshake.query)?.[1]
    const findRank = claimed === undefined ? undefined : () => seats.rankOfClaim(claimed)
    const token = TOKEN.exec(handshake.query)?.[1]
    const connection = new Connection({ socket, network, wantsTokens: token !== undefined, findRank }, ofConnections)
    connections.add(connection)
    returnSpread.opened(connection)
    const { cookie, spliceMark } = handshake
    const sessionId = sessionIdOf(cookie)
    if (sessionId && token === 'first') connection.keepCookie({ sessionId })
    // First in the lane, so that later frames wait for sign-in.
    else if (sessionId) connection.lanes.run('entry', () => connection.signInByCookie({ sessionId }))
    return {
      message: (frame) => dispatcher.receive(connection, frame),
      control: () => connection.control(),
      dropped: () => connection.dropped(),
      closed: (unsaid) => {
        if (unsaid !== undefined) options.violated(spliceMark, unsaid)
        limits.closed(network)
        closed(connection)
      },
    }
  }

  function closed(connection: Connection): void {
    connections.delete(connection)
    admission.closed(connection)
    lobby.unsubscribe(connection)
    matching.closed(connection)
    connection.leaveSession()
    reportUndecided({ lease }, connection)
    const { member } = connection
    if (!member) return
    hub.roomOf(member)?.detach(member)
    if (!member.handingOver) gone(member)
  }

  function gone({ roomId, accountId, socketId }: Member): void {
    lease.connectionLost({ roomId, accountId, socketId })
  }

  return {
    build: listener.build,
    async start(host, port) {
      subscriptions = await Promise.all([
        bus.subscribe(subjects.lobbyChanged, () => lobby.poke()),
        bus.subscribe(subjects.blocksChanged, ({ data }) => lobby.blocksChanged(BlocksChanged.decode(data))),
        bus.subscribe(subjects.gatewayMatches(gatewayId), ({ data }) => matching.onState(MatchState.decode(data))),
        bus.answer(subjects.gatewayLines(gatewayId), ({ data }) => {
          const { roomId } = LinesWanted.decode(data)
          const lines = transcripts.waitingOf(roomId).map((line) => ({ ...line, gatewayId }))
          return LinesWaiting.encode({ lines }).finish()
        }),
        bus.subscribe(subjects.eventRestrictionsChanged, ({ data }) =>
          bans.restrictionsChanged(RestrictionsChanged.decode(data)),
        ),
        bus.subscribe(subjects.eventAgeChanged, ({ data }) => bans.ageChanged(AgeChanged.decode(data))),
        bus.subscribe(subjects.eventNameChanged, ({ data }) => sessions.renamed(NameChanged.decode(data))),
        bus.subscribe(subjects.eventSessionEnded, ({ data }) => {
          const { sessionKey } = SessionEnded.decode(data)
          sessions.ended(sessionKey)
          judges.ended(sessionKey)
        }),
      ])
      lease.start()
      transcripts.start()
      chat.start()
      admission.start()
      matching.start()
      banCheck = repeat({
        name: 'the check of bans and judges',
        work: () => Promise.all([bans.check(), judges.check()]),
        everyMs: options.banCheckMs,
        log,
      })
      timers.push(
        setInterval(() => tick(hub.rooms(), now()), options.tickMs),
        setInterval(() => void sessions.renew('due'), RENEW_EVERY_MS),
        setInterval(() => void sessions.checkReturned(), CHECK_RETURNED_EVERY_MS),
        setInterval(() => returnSpread.sweep(), SPREAD_EVERY_MS),
        setInterval(() => pulse.sweep(), BEAT_MS / PARTS),
      )
      return listener.listen(host, port)
    },
    async drain(overMs) {
      listener.stopListening()
      matching.drain()
      log.info(await drainConnections(connections, overMs), 'all connections have gone')
      timers.forEach(clearInterval)
      subscriptions.forEach((subscription) => subscription.close())
      lobby.close()
      chat.stop()
      admission.stop()
      hub.close()
      await Promise.all([lease.stop(), transcripts.stop(), matching.stop(), banCheck?.stop()])
    },
    async reconnected() {
      lobby.reconnected()
      banCheck?.poke()
      // What is published after the reading must arrive.
      await bus.flush().catch(() => undefined)
      await Promise.all([hub.resyncAll(), sessions.renew('all'), matching.resync()])
    },
  }
}
