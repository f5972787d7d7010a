import { Redis } from 'ioredis'
import { type PlatformOptions, type Platform, startPlatform } from '@kla/local'
import type { Session } from '../bots/index.js'
import { type NamedProcesses, processesOf } from '../measure/machine.js'
import { openWindow, type Window } from '../measure/window.js'
import { type Broker, startBroker, startPeer } from '../peers/peer-process.js'
import { cookieOf, sessionIdOf, sessionKey, sessionOf } from '../peers/sessions.js'
import { signInAll } from '../units/players.js'
import type { CodecName } from './generator/codecs/index.js'
import type { LineLimit } from './generator/lines.js'
import type { PlayerPlan } from './generator/orders.js'
import { readRoundTrips, type RoundTrips } from './round-trips.js'

/** Running servers of a contender. */
export interface Relay {
  readonly processes: NamedProcesses
  /** What holds connections and carries lines: gateways and broker. */
  readonly carriers: NamedProcesses
  playersOf(room: number): readonly [PlayerPlan, PlayerPlan]
  /** Unlimited when missing. */
  readonly lineLimit?: LineLimit
  readonly roundTrips?: () => Promise<RoundTrips>
  /** Watches what may go wrong in the servers while something is measured. */
  readonly openWindow?: () => Promise<Window>
  /** Whether rooms must be left before the generators stop. */
  readonly wantsLeaving: boolean
  close(): Promise<void>
}

export interface RelayContender {
  readonly who: string
  readonly codec: CodecName
  start(rooms: number): Promise<Relay>
}

export interface Ours {
  readonly platform: Platform
  readonly sessions: readonly Session[]
}

const GATEWAYS = 2
/** The gateway's limit (`chat` in its rate-limits.ts); lines over it would count as lost. */
export const LINE_LIMIT: LineLimit = { burst: 40, perSecond: 5 }

export async function startOurs(
  players: number,
  say: (line: string) => void,
  where: PlatformOptions = {},
): Promise<Ours> {
  const environment = { LOG_LEVEL: 'warn' }
  const platform = await startPlatform({ ...where, environment, processes: { gateway: GATEWAYS } })
  try {
    say(`Signing ${players} players in`)
    const sessions = await signInAll(platform.url, Array.from({ length: players }, (_, at) => `bench-${at}`))
    return { platform, sessions }
  } catch (error) {
    await platform.close()
    throw error
  }
}

/** Socket listeners, which a route in a cluster reaches directly. */
export const gatewaysOf = (platform: Platform): readonly string[] =>
  platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)

export function contenderOf(who: string, { platform, sessions }: Ours, where: 'across' | 'together'): RelayContender {
  return {
    who,
    codec: 'kla',
    async start() {
      await renewGateways(platform)
      const [processes, gateways] = [await processesOf(platform), gatewaysOf(platform)]
      const carriers = Object.entries(processes).filter(([name]) => name.startsWith('gateway-') || name === 'nats')
      const comesIn = (player: number): PlayerPlan => ({
        server: gateways[where === 'together' ? 0 : player % GATEWAYS] ?? '',
        headers: { cookie: sessions[player]?.cookie ?? '', origin: platform.url },
      })
      return {
        processes,
        carriers: Object.fromEntries(carriers),
        lineLimit: LINE_LIMIT,
        roundTrips: () => readRoundTrips(platform),
        openWindow: () => openWindow(platform),
        wantsLeaving: true,
        playersOf: (room) => [comesIn(room * 2), comesIn(room * 2 + 1)],
        close: async () => undefined,
      }
    },
  }
}

/** Peers start anew each round: a gateway keeps the memory of ten thousand connections. */
async function renewGateways(platform: Platform): Promise<void> {
  await Promise.all(platform.running('gateway').map((gateway) => platform.stop(gateway)))
  for (let gateway = 0; gateway < GATEWAYS; gateway++) await platform.start('gateway')
}

export const PEERS = {
  uws: 'uWebSockets.js',
  uwsPair: 'two uWebSockets.js, NATS',
  socketIo: 'Socket.IO',
  socketIoPair: 'two Socket.IO, Redis',
  colyseus: 'Colyseus',
} as const

interface Setup {
  readonly who: string
  readonly codec: CodecName
  readonly main: string
  /** With a broker there are two servers, and each room's players are on different ones. */
  readonly broker?: 'nats' | 'redis'
}

const SETUPS: readonly Setup[] = [
  { who: PEERS.uws, codec: 'json', main: 'uws-main' },
  { who: PEERS.uwsPair, codec: 'json', main: 'uws-main', broker: 'nats' },
  { who: PEERS.socketIo, codec: 'socket-io', main: 'socket-io-main' },
  { who: PEERS.socketIoPair, codec: 'socket-io', main: 'socket-io-main', broker: 'redis' },
  { who: PEERS.colyseus, codec: 'colyseus', main: 'colyseus-main' },
]

export const peerContenders: readonly RelayContender[] = SETUPS.map((setup) => ({
  who: setup.who,
  codec: setup.codec,
  start: (rooms) => startPeers(setup, rooms * 2),
}))

async function startPeers({ main, broker: kind }: Setup, players: number): Promise<Relay> {
  const broker: Broker | undefined = kind && (await startBroker(kind))
  if (broker && kind === 'redis') await storeSessions(broker.url, players)
  const settings = { players, ...(broker && { [`${kind}Url`]: broker.url }) }
  const servers = await Promise.all(Array.from({ length: broker ? 2 : 1 }, () => startPeer(main, settings)))
  const processes: NamedProcesses = {
    ...Object.fromEntries(servers.map(({ pid }, at) => [`server-${at + 1}`, pid])),
    ...(broker && { [kind as string]: broker.pid }),
  }
  const comesIn = (player: number) => ({
    server: servers[player % servers.length]?.url ?? '',
    headers: { cookie: cookieOf(player) },
  })
  return {
    processes,
    carriers: processes,
    wantsLeaving: false,
    playersOf: (room) => [comesIn(room * 2), comesIn(room * 2 + 1)],
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await broker?.stop()
    },
  }
}

async function storeSessions(url: string, players: number): Promise<void> {
  const redis = new Redis(url)
  const pipeline = redis.pipeline()
  for (let player = 0; player < players; player++) {
    pipeline.set(sessionKey(sessionIdOf(player)), JSON.stringify(sessionOf(player)))
  }
  await pipeline.exec()
  redis.disconnect()
}
