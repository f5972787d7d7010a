import type { NamedProcesses } from '../../cpu/processes.js'
import { startBroker, type Broker } from '../../peers/broker.js'
import { startPeer } from '../../peers/peer-process.js'
import { cookieOf } from '../../peers/sessions.js'
import { storeSessions } from '../../peers/socket-io/sessions-in-redis.js'
import type { CodecName } from '../generator/codecs/codecs.js'
import type { Relay, RelayContender } from './relay.js'

/** Everybody whom the product is measured beside, by what tables call them. */
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
  /** The program, below `peers/`. */
  readonly main: string
  /** A broker makes it two servers, with the players of each room on different ones. */
  readonly broker?: 'nats' | 'redis'
}

const SETUPS: readonly Setup[] = [
  { who: PEERS.uws, codec: 'json', main: 'uws/main' },
  { who: PEERS.uwsPair, codec: 'json', main: 'uws/main', broker: 'nats' },
  { who: PEERS.socketIo, codec: 'socket-io', main: 'socket-io/main' },
  { who: PEERS.socketIoPair, codec: 'socket-io', main: 'socket-io/main', broker: 'redis' },
  { who: PEERS.colyseus, codec: 'colyseus', main: 'colyseus/main' },
]

export const peerContenders: readonly RelayContender[] = SETUPS.map((setup) => ({
  who: setup.who,
  codec: setup.codec,
  start: (rooms) => startPeers(setup, rooms * 2),
}))

async function startPeers({ main, broker: kind }: Setup, people: number): Promise<Relay> {
  const broker: Broker | undefined = kind && (await startBroker(kind))
  if (broker && kind === 'redis') await storeSessions(broker.url, people)
  const settings = { people, ...(broker && { [`${kind}Url`]: broker.url }) }
  const servers = await Promise.all(Array.from({ length: broker ? 2 : 1 }, () => startPeer(main, settings)))
  const processes: NamedProcesses = {
    ...Object.fromEntries(servers.map(({ pid }, at) => [`server-${at + 1}`, pid])),
    ...(broker && { [kind as string]: broker.pid }),
  }
  const comesIn = (person: number) => ({
    server: servers[person % servers.length]?.url ?? '',
    headers: { cookie: cookieOf(person) },
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
