import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bus, createBus, natsServers } from '@kla/chassis'
import { EVENTS_STREAM, subjects } from '@kla/proto'
import { eventually, quietLogger } from '@kla/testkit'
import { connect, type NatsConnection, PermissionViolationError } from '@nats-io/transport-node'
import { type ServiceName, SERVICES } from '../../src/platform/services.js'
import { startStores, type Stores } from './stores.js'

const ROOM = '0190a8a0-0000-7000-8000-000000000000'

/** Who may publish what; all others are refused. */
const SPEAKERS: readonly (readonly [subject: string, ...speakers: ServiceName[]])[] = [
  [subjects.roomSeats(ROOM), 'rooms'],
  [subjects.roomBattle(ROOM), 'game-engine'],
  [subjects.roomChat(ROOM), 'gateway'],
  [subjects.roomLines(ROOM), 'gateway'],
  [subjects.roomSignal(ROOM), 'media-signalling'],
  [subjects.roomPeers(ROOM), 'media-signalling'],
  [subjects.signalIn, 'gateway'],
  [subjects.gatewayMatches('gateway-1'), 'rooms'],
  [subjects.gatewayLines('gateway-1'), 'moderation'],
  [subjects.lobbyChanged, 'rooms'],
  [subjects.blocksChanged, 'rooms'],
  [subjects.deskChanged, 'moderation'],
  [subjects.approvalsChanged, 'auth', 'evidence', 'moderation'],
  [subjects.eventSeatsFreed, 'rooms'],
  [subjects.eventSeatsKept, 'rooms'],
  [subjects.eventPlayerBlocked, 'rooms'],
  [subjects.eventBattleStarted, 'game-engine'],
  [subjects.eventBattleFinished, 'game-engine'],
  [subjects.eventOrderPaid, 'commerce'],
  [subjects.eventOrderReversed, 'commerce'],
  [subjects.eventGifBlocked, 'library'],
  [subjects.eventRestrictionsChanged, 'auth'],
  [subjects.eventAgeChanged, 'auth'],
  [subjects.eventSessionEnded, 'auth'],
  [subjects.eventSessionLeft, 'gateway'],
  ...(['auth', 'rooms', 'game-engine', 'library', 'commerce', 'evidence'] as const).map(
    (source) => [subjects.eventAuditRecorded(source), source] as const,
  ),
  [subjects.eventAuditRecorded('auth').replace('auth', 'anybody')],
  ['$SYS.REQ.SERVER.PING'],
  [`$JS.API.STREAM.DELETE.${EVENTS_STREAM}`],
  [`$JS.API.STREAM.PURGE.${EVENTS_STREAM}`],
  [`$JS.API.STREAM.UPDATE.${EVENTS_STREAM}`],
  [`$JS.API.STREAM.MSG.GET.${EVENTS_STREAM}`],
  [`$JS.API.STREAM.MSG.DELETE.${EVENTS_STREAM}`],
  [`$JS.API.DIRECT.GET.${EVENTS_STREAM}`],
  ['$JS.API.STREAM.CREATE.MINE'],
  [`$JS.API.CONSUMER.CREATE.${EVENTS_STREAM}`],
  [`$JS.API.CONSUMER.CREATE.${EVENTS_STREAM}.mine.${subjects.eventOrderPaid}`],
  [`$JS.API.CONSUMER.DURABLE.CREATE.${EVENTS_STREAM}.moderation`],
  [`$JS.API.CONSUMER.DELETE.${EVENTS_STREAM}.moderation`],
  [`$JS.API.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.moderation`, 'moderation'],
  [`$JS.API.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.commerce-pass`, 'commerce'],
  [
    `$JS.API.CONSUMER.CREATE.${EVENTS_STREAM}.media-signalling-seats-kept.${subjects.eventSeatsKept}`,
    'media-signalling',
  ],
  [`$JS.API.CONSUMER.CREATE.${EVENTS_STREAM}.game-engine.${subjects.eventSeatsKept}`],
  [`$JS.ACK.${EVENTS_STREAM}.moderation.1.2.3.4.5`, 'moderation'],
  ['_INBOX_auth.made-up'],
  ['_INBOX_gateway.made-up'],
  ['anything'],
]

/** Who may subscribe to what. */
const LISTENERS: readonly (readonly [subject: string, ...listeners: ServiceName[]])[] = [
  ['>'],
  ['kla.>'],
  ['kla.room.*.*', 'gateway'],
  ['kla.room.*.seats', 'media-signalling', 'gateway'],
  ['kla.room.*.chat', 'gateway'],
  ['kla.signal.in', 'media-signalling'],
  ['kla.gateway.*.matches', 'gateway'],
  [subjects.blocksChanged, 'gateway'],
  [subjects.deskChanged, 'gateway'],
  [subjects.approvalsChanged, 'gateway'],
  ['kla.events.>'],
  [subjects.eventRestrictionsChanged, 'rooms', 'gateway'],
  [subjects.eventAgeChanged, 'rooms', 'gateway'],
  [subjects.eventSessionEnded, 'gateway'],
  [subjects.eventSessionLeft],
  [subjects.eventAuditAll],
  [subjects.eventOrderPaid],
  ['_INBOX.>'],
  ...SERVICES.map((service) => [`_INBOX_${service}.*`, service] as const),
  ['$JS.>'],
  ['$SYS.>'],
]

let stores: Stores
const connections = new Map<ServiceName, { readonly nats: NatsConnection; readonly refused: Set<string> }>()
beforeAll(async () => {
  stores = await startStores()
  // A client that is refused too often at once would be taken for one who attacks; here it is one.
  for (const service of SERVICES) {
    const nats = await connect({ ...natsServers(stores.nats.urlOf(service)), inboxPrefix: `_INBOX_${service}` })
    const refused = new Set<string>()
    void (async () => {
      for await (const status of nats.status()) {
        if (status.type === 'error' && status.error instanceof PermissionViolationError)
          refused.add(status.error.subject)
      }
    })()
    connections.set(service, { nats, refused })
  }
})
afterAll(async () => {
  await Promise.all([...connections.values()].map(({ nats }) => nats.close()))
  await stores.stop()
})

describe.each(SERVICES)('the NATS user of %s', (service) => {
  /** Of these subjects, which the server refuses. */
  async function refusedOf(
    all: readonly string[],
    use: (nats: NatsConnection, subject: string) => void,
  ): Promise<string[]> {
    const { nats, refused } = connections.get(service)!
    refused.clear()
    for (const subject of all) use(nats, subject)
    // Its answers come in order.
    await nats.flush()
    await nats.flush()
    return all.filter((subject) => refused.has(subject))
  }

  test('is refused every publish subject of other services', async () => {
    const all = SPEAKERS.map(([subject]) => subject)
    const expected = SPEAKERS.filter(([, ...speakers]) => !speakers.includes(service)).map(([subject]) => subject)
    expect(
      await refusedOf(all, (nats, subject) => nats.publish(subject, Buffer.alloc(0), { reply: `_INBOX_${service}.x` })),
    ).toEqual(expected)
  })

  test('is refused every subscription of other services', async () => {
    const all = LISTENERS.map(([subject]) => subject)
    const expected = LISTENERS.filter(([, ...listeners]) => !listeners.includes(service)).map(([subject]) => subject)
    expect(
      await refusedOf(all, (nats, subject) => void nats.subscribe(subject, { callback: () => undefined })),
    ).toEqual(expected)
  })
})

describe('connections to NATS', () => {
  test('are refused without a user', async () => {
    await expect(
      connect({ ...natsServers(stores.nats.url.replace(/\/\/.*@/, '//')), maxReconnectAttempts: 0 }),
    ).rejects.toThrow(/authorization/i)
  })
})

describe('services with their own NATS users', () => {
  const buses: Bus[] = []
  const busOf = async (service: ServiceName): Promise<Bus> => {
    const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
    const url = stores.nats.urlOf(service)
    const bus = await createBus({
      url,
      name: service,
      log: quietLogger(),
      ...(service === 'gateway' ? {} : { events }),
    })
    buses.push(bus)
    return bus
  }
  afterAll(() => Promise.all(buses.map((bus) => bus.close())))

  test('create the stream, publish events and consume them', async () => {
    const [engine, commerce, library, moderation] = await Promise.all(
      (['game-engine', 'commerce', 'library', 'moderation'] as const).map(busOf),
    )
    const handled: string[] = []
    await commerce!.consumeEvents(
      { subject: subjects.eventBattleFinished, durable: 'commerce-pass' },
      async ({ data }) => {
        handled.push(Buffer.from(data).toString())
      },
    )
    await moderation!.consumeEvents({ subject: subjects.eventAuditAll, durable: 'moderation' }, async ({ subject }) => {
      handled.push(subject)
    })
    await engine!.publishEvent(subjects.eventBattleFinished, 'one', Buffer.from('a battle'))
    await library!.publishEvent(subjects.eventAuditRecorded('library'), 'two', Buffer.from('gifs.add'))
    await eventually(() =>
      expect(handled.sort()).toEqual(expect.arrayContaining(['a battle', subjects.eventAuditRecorded('library')])),
    )
  })

  test('cannot publish an audit event of another service', async () => {
    const library = await busOf('library')
    await expect(
      library.publishEvent(subjects.eventAuditRecorded('auth'), 'three', Buffer.from('forged')),
    ).rejects.toThrow()
  })

  test('ask and answer, and each receives only its own answers', async () => {
    const [gateway, moderation] = await Promise.all([busOf('gateway'), busOf('moderation')])
    await gateway.answer(subjects.gatewayLines('one'), () => Buffer.from('lines'))
    const answer = await moderation.ask(subjects.gatewayLines('one'), Buffer.alloc(0), 5_000)
    expect(Buffer.from(answer).toString()).toBe('lines')
  })
})
