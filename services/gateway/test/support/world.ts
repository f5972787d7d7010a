import { type Bus, createBus, KlaError } from '@kla/chassis'
import type { StartPeers, StartWatchPeers } from '@kla/proto'
import { infrastructure, quietLogger, testIdentityDirectory } from '@kla/testkit'
import { type Config, createService, type Overrides, readConfig, type Service } from '../../src/index.js'
import type { Clients } from '../../src/shared/clients.js'
import { createUwsListener, hasNativeBuild } from '../../src/ws/listener/uws-listener.js'
import { createWsListener } from '../../src/ws/listener/ws-listener.js'
import { createFakeAuth, type FakeAuth, readFakeToken } from './fake-auth.js'
import { createFakeBattlePass, type FakeBattlePass } from './fake-battle-pass.js'
import { createFakeBlocks, type FakeBlocks } from './fake-blocks.js'
import { createFakeCommerce, type FakeCommerce } from './fake-commerce.js'
import { createFakeCups, type FakeCups } from './fake-cups.js'
import { createFakeDecisions, type FakeDecisions } from './fake-decisions.js'
import { createFakeDesk, type FakeDesk } from './fake-desk.js'
import { createFakeEngine, type FakeEngine } from './fake-engine.js'
import { createFakeEvidence, type FakeEvidence } from './fake-evidence.js'
import { createFakeLibrary, type FakeLibrary } from './fake-library.js'
import { createFakeMatchmaking, type FakeMatchmaking } from './fake-matchmaking.js'
import { createFakeMeetings, type FakeMeetings } from './fake-meetings.js'
import { createFakeModeration, type FakeModeration } from './fake-moderation.js'
import { createFakeOpinions, type FakeOpinions } from './fake-opinions.js'
import { createFakePeople, type FakePeople } from './fake-people.js'
import { createFakeRooms, type FakeRooms } from './fake-rooms.js'
import { createFakeStandings, type FakeStandings } from './fake-standings.js'
import { createFakeWatching } from './fake-watching.js'
import { type ClientOptions, TestClient } from './test-client.js'

/** Environment of gateways: services in memory and a real NATS. */
export interface World {
  readonly auth: FakeAuth
  readonly rooms: FakeRooms
  readonly engine: FakeEngine
  readonly library: FakeLibrary
  readonly commerce: FakeCommerce
  readonly moderation: FakeModeration
  readonly evidence: FakeEvidence
  readonly standings: FakeStandings
  readonly desk: FakeDesk
  readonly decisions: FakeDecisions
  readonly opinions: FakeOpinions
  readonly people: FakePeople
  readonly cups: FakeCups
  readonly matchmaking: FakeMatchmaking
  readonly blocks: FakeBlocks
  readonly meetings: FakeMeetings
  readonly battlePass: FakeBattlePass
  readonly watching: Clients['watching']
  readonly bus: Bus
  /** Parts of peer sessions by socket, as media-signalling would answer. */
  readonly peers: Map<number, StartPeers>
  /** Parts of watchers, by socket. */
  readonly watchPeers: Map<string, StartWatchPeers>
  signallingDown: boolean
  /** Number of calls for peers. */
  peersAsked: number
  gateway(settings?: Partial<Config>, overrides?: Overrides): Promise<Service>
  /** Connects a client that is signed in as an account; 0 for a visitor. */
  client(gateway: Service, person: number, options?: ClientOptions): Promise<TestClient>
  stop(): Promise<void>
}

export const PUBLIC_URL = 'http://kla.example:8080'

const settings: Config = {
  ...readConfig({
    IDENTITY_DIR: testIdentityDirectory('gateway'),
    NATS_URL: 'nats://127.0.0.1:1',
    AUTH_ADDRESS: '127.0.0.1:1',
    ROOMS_ADDRESS: '127.0.0.1:1',
    ENGINE_ADDRESS: '127.0.0.1:1',
    SIGNALLING_ADDRESS: '127.0.0.1:1',
    LIBRARY_ADDRESS: '127.0.0.1:1',
    COMMERCE_ADDRESS: '127.0.0.1:1',
    MODERATION_ADDRESS: '127.0.0.1:1',
    EVIDENCE_ADDRESS: '127.0.0.1:1',
  }),
  port: 0,
  realtimePort: 0,
  healthPort: 0,
  host: '127.0.0.1',
  publicUrl: PUBLIC_URL,
  cookieSecure: false,
  drainMs: 50,
}

type CreateListener = NonNullable<Overrides['createListener']>

/** Listeners that this Node can run. */
export const LISTENERS: readonly (readonly [name: string, create: CreateListener])[] = [
  ...(hasNativeBuild() ? [['uWebSockets.js', createUwsListener] as const] : []),
  ['ws', createWsListener],
]

/** TEST_LISTENER=ws runs all socket tests on `ws` where a native build exists. */
const usualListener = process.env['TEST_LISTENER'] === 'ws' ? createWsListener : undefined

export async function createWorld(createListener: CreateListener | undefined = usualListener): Promise<World> {
  const { natsUrl } = infrastructure()
  const bus = await createBus({ url: natsUrl, name: 'gateway-test', log: quietLogger() })
  const auth = createFakeAuth()
  const rooms = createFakeRooms(bus)
  const engine = createFakeEngine(bus)
  const library = createFakeLibrary()
  const commerce = createFakeCommerce()
  const moderation = createFakeModeration()
  const desk = createFakeDesk()
  const decisions = createFakeDecisions()
  const opinions = createFakeOpinions()
  const people = createFakePeople()
  const evidence = createFakeEvidence()
  const standings = createFakeStandings()
  const cups = createFakeCups()
  const matchmaking = createFakeMatchmaking(bus)
  const blocks = createFakeBlocks()
  const meetings = createFakeMeetings()
  const battlePass = createFakeBattlePass()
  const watching = createFakeWatching(rooms)
  const services: Service[] = []
  const clients: TestClient[] = []

  const world: World = {
    auth,
    rooms,
    engine,
    library,
    commerce,
    moderation,
    desk,
    decisions,
    opinions,
    people,
    evidence,
    standings,
    cups,
    matchmaking,
    blocks,
    meetings,
    battlePass,
    watching,
    bus,
    peers: new Map(),
    watchPeers: new Map(),
    signallingDown: false,
    peersAsked: 0,
    async gateway(more = {}, overrides = {}) {
      const service = await createService(
        { ...settings, natsUrl, gatewayId: `test${services.length}`, ...more },
        {
          log: quietLogger(),
          ...(createListener ? { createListener } : {}),
          readToken: readFakeToken,
          ...overrides,
          clients: {
            auth: auth.client,
            rooms: rooms.client,
            engine: engine.client,
            library: library.client,
            commerce: commerce.client,
            moderation: moderation.client,
            desk: desk.client,
            decisions: decisions.client,
            opinions: opinions.client,
            people: people.client,
            evidence: evidence.client,
            signalling: {
              mintProbe: async () => ({
                iceServers: [{ urls: ['turn:turn.kla.test'], username: '60:probe', credential: 'c' }],
                iceTransportPolicy: 'relay',
                expiresAtMs: 60_000,
              }),
              getPeers: async ({ watchingSocketId }, context) => {
                world.peersAsked += 1
                if (world.signallingDown) throw new KlaError('UNAVAILABLE')
                const watch = world.watchPeers.get(watchingSocketId)
                if (watchingSocketId !== '') return { start: undefined, watch }
                return { start: world.peers.get(Number(context?.principal?.split('-')[1])) }
              },
            },
            matchmaking: matchmaking.client,
            blocks: blocks.client,
            meetings: meetings.client,
            cups: cups.client,
            watching,
            standings: standings.client,
            battlePass: battlePass.client,
            ...overrides.clients,
          },
        },
      )
      await service.start()
      services.push(service)
      return service
    },
    async client(gateway, person, options = {}) {
      const cookie = person === 0 ? undefined : `kla=${auth.person(person).sessionId}`
      const client = await TestClient.open(gateway.ports.realtime, { ...(cookie ? { cookie } : {}), ...options })
      clients.push(client)
      return client
    },
    async stop() {
      clients.forEach((client) => client.drop())
      await Promise.all(services.map((service) => service.stop()))
      await bus.close()
    },
  }
  return world
}
