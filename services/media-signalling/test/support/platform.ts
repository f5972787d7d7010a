import { type Bus, createBus, type GrpcClient, newId, type Service } from '@kla/chassis'
import {
  EVENTS_STREAM,
  MediaSignallingServiceService,
  PeersStarted,
  type Room,
  RoomUpdate,
  type Seat,
  SeatsChanged,
  Signal,
  type SignalKind,
  subjects,
} from '@kla/proto'
import {
  createTestClient,
  createTestPrincipals,
  infrastructure,
  quietLogger,
  testIdentityDirectory,
  type TestPrincipals,
  uniqueName,
} from '@kla/testkit'
import type { Config } from '../../src/config.js'
import type { RoomsClient } from '../../src/pairing/rpc.js'
import { createService } from '../../src/service.js'

export const seat = (accountId: number, socketId: string, takenAtMs: number, graceDeadlineMs = 0): Seat => ({
  accountId,
  username: `player${accountId}`,
  discordId: String(accountId),
  avatar: '',
  connection: { socketId, gatewayId: 'g1' },
  graceDeadlineMs,
  takenAtMs,
})

export const roomOf = (id: string, version: number, seats: Seat[]): Room => ({
  id,
  name: 'a room',
  creator: 'player1',
  mode: 'rush',
  capacity: 2,
  category: 'default',
  passcodeRequired: false,
  publicRoom: true,
  seats,
  version,
  createdAtMs: 1,
  reservedFor: [],
  tie: undefined,
  watchers: [],
  spectatorConsents: [],
  origin: 'lobby',
})

/** Several pods of the service on real Redis and NATS, with rooms pretended by the test. */
export interface Platform {
  readonly bus: Bus
  readonly principals: TestPrincipals
  readonly rooms: Map<string, Room>
  readonly pods: Service[]
  readonly client: GrpcClient<typeof MediaSignallingServiceService>
  /** Publishes a change of a room as rooms does: as an update and as an event. */
  publish(room: Room, how?: { update?: boolean; event?: boolean }): Promise<void>
  /** What gateways receive of a room's pairings and signals, from now on. */
  listen(roomId: string): Promise<{ readonly started: PeersStarted[]; readonly signals: Signal[] }>
  signal(roomId: string, from: string, to: string, kind: SignalKind, payload: unknown): void
  config(about?: Partial<Config>): Config
  stop(): Promise<void>
}

export async function startPlatform(pods: number, about: Partial<Config> = {}): Promise<Platform> {
  const { redisUrl, natsUrl } = infrastructure()
  const log = quietLogger()
  const principals = await createTestPrincipals()
  const name = uniqueName('signalling')
  const config = (more: Partial<Config> = {}): Config => ({
    grpcAddress: '127.0.0.1:0',
    healthPort: 0,
    identityDir: testIdentityDirectory('media-signalling'),
    logLevel: 'fatal',
    principalPublicKey: principals.publicKeyPem,
    redisUrl,
    redisPrefix: `${name}:`,
    natsUrl,
    eventsDurable: name,
    signalQueue: name,
    roomsAddress: '127.0.0.1:1',
    iceTransportPolicy: 'all',
    allowDirect: true,
    hostCandidates: true,
    stunUrls: ['stun:stun.kla.test:3478'],
    turnUrls: ['turn:turn.kla.test:3478'],
    turnSecret: 'north',
    turnTtlMs: 60_000,
    watchLeaseMs: 15_000,
    watchLeaseRenewalMs: 5_000,
    ...about,
    ...more,
  })
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  const bus = await createBus({ url: natsUrl, name, log, events })
  const rooms = new Map<string, Room>()
  const fakeRooms: RoomsClient = { getRoom: async (id) => rooms.get(id), close: () => undefined }
  const services: Service[] = []
  for (let pod = 0; pod < pods; pod++) {
    const service = await createService(config(), { log, rooms: fakeRooms })
    await service.start()
    services.push(service)
  }
  const client = createTestClient({
    definition: MediaSignallingServiceService,
    address: services.map((service) => `127.0.0.1:${service.ports.grpc}`).join(','),
  })

  return {
    bus,
    principals,
    rooms,
    pods: services,
    client,
    config,
    async publish(room, how = {}) {
      const eventId = newId()
      const update: RoomUpdate = { roomId: room.id, room, changes: [], closedReason: '' }
      if (how.update ?? true) bus.publish(subjects.roomSeats(room.id), RoomUpdate.encode(update).finish())
      const subject = room.seats.length < 2 ? subjects.eventSeatsFreed : subjects.eventSeatsKept
      const event = SeatsChanged.encode({ eventId, update }).finish()
      if (how.event ?? true) await bus.publishEvent(subject, eventId, event)
    },
    async listen(roomId) {
      const received = { started: [] as PeersStarted[], signals: [] as Signal[] }
      await bus.subscribe(subjects.roomPeers(roomId), ({ data }) => received.started.push(PeersStarted.decode(data)))
      await bus.subscribe(subjects.roomSignal(roomId), ({ data }) => received.signals.push(Signal.decode(data)))
      return received
    },
    signal(roomId, fromSocketId, toSocketId, kind, payload) {
      const signal: Signal = { roomId, kind, fromSocketId, toSocketId, payload: JSON.stringify(payload) }
      bus.publish(subjects.signalIn, Signal.encode(signal).finish())
    },
    async stop() {
      client.close()
      for (const service of services) await service.stop()
      await bus.close()
    },
  }
}
