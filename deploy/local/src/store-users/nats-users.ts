import { FACTS_STREAM, subjects } from '@kla/proto'
import { SERVICES, type ServiceName } from '../platform/services.js'
import { OPERATOR, storeUserName, type StorePasswords } from './passwords.js'

/** What a service says and hears on NATS. `*` stands for any room, gateway or the like. */
interface NatsRights {
  readonly publishes: readonly string[]
  readonly subscribes: readonly string[]
  /** The durable consumers of facts that it makes and takes from, and the facts that each is for. */
  readonly consumes?: Readonly<Record<string, string>>
  /** Whether it answers questions: one message to where an asker waits. */
  readonly answers?: true
  /** Whether it works with the stream of facts at all. */
  readonly facts?: true
}

/**
 * The one table of who says and hears what on NATS. Local mode and the chart (helm/files/store-users.yaml, written from
 * here) make their users of it.
 */
const RIGHTS: Readonly<Record<ServiceName, NatsRights>> = {
  auth: {
    facts: true,
    publishes: [
      ...[subjects.factRestrictionsChanged, subjects.factAgeChanged, subjects.factSessionEnded],
      subjects.factAuditRecorded('auth'),
    ],
    subscribes: [],
  },
  rooms: {
    facts: true,
    publishes: [
      ...[subjects.roomSeats('*'), subjects.lobbyChanged, subjects.gatewayMatches('*')],
      ...[subjects.factSeatsChanged, subjects.factAuditRecorded('rooms')],
    ],
    subscribes: [subjects.factRestrictionsChanged, subjects.factAgeChanged],
    consumes: {
      rooms: subjects.factRestrictionsChanged,
      'rooms-ages': subjects.factAgeChanged,
      'rooms-ratings': subjects.factBattleFinished,
      'rooms-cups-seats-changed': subjects.factSeatsChanged,
      'rooms-cups-battle-started': subjects.factBattleStarted,
      'rooms-cups-battle-finished': subjects.factBattleFinished,
    },
  },
  'game-engine': {
    facts: true,
    publishes: [
      ...[subjects.roomBattle('*'), subjects.factBattleStarted, subjects.factBattleFinished],
      subjects.factAuditRecorded('game-engine'),
    ],
    subscribes: [],
    consumes: { 'game-engine': subjects.factSeatsChanged },
  },
  'media-signalling': {
    facts: true,
    publishes: [subjects.roomPeers('*'), subjects.roomSignal('*')],
    subscribes: [subjects.signalIn, subjects.roomSeats('*')],
    consumes: { 'media-signalling': subjects.factSeatsChanged },
  },
  library: {
    facts: true,
    publishes: [subjects.factGifBlocked, subjects.factAuditRecorded('library')],
    subscribes: [],
  },
  commerce: {
    facts: true,
    publishes: [subjects.factOrderPaid, subjects.factOrderReversed, subjects.factAuditRecorded('commerce')],
    subscribes: [],
    consumes: { 'commerce-pass': subjects.factBattleFinished },
  },
  moderation: {
    facts: true,
    publishes: [subjects.gatewayLines('*')],
    subscribes: [],
    consumes: { moderation: subjects.factAuditAll },
  },
  gateway: {
    publishes: [subjects.roomChat('*'), subjects.roomLines('*'), subjects.signalIn],
    subscribes: [
      ...[subjects.roomAll('*'), subjects.lobbyChanged, subjects.gatewayMatches('*'), subjects.gatewayLines('*')],
      ...[subjects.factRestrictionsChanged, subjects.factAgeChanged, subjects.factSessionEnded],
    ],
    answers: true,
  },
}

/** What NATS lets a service do. */
export interface NatsPermissions {
  readonly publish: { readonly allow: readonly string[] }
  readonly subscribe: { readonly allow: readonly string[] }
  readonly allow_responses?: { readonly max: number; readonly expires: string }
}

/** Where a service waits for answers: a prefix of its own, or it would hear those of all others (`createBus`). */
const inboxOf = (service: ServiceName): string => `_INBOX_${service}.>`

/** What a service needs of JetStream's own subjects to make the stream if it is missing. It cannot change or empty it. */
const STREAM = ['$JS.API.INFO', `$JS.API.STREAM.INFO.${FACTS_STREAM}`, `$JS.API.STREAM.CREATE.${FACTS_STREAM}`]

/** What it needs to make a consumer of these facts and no other, take from it and acknowledge. */
const consumer = ([durable, subject]: [string, string]): string[] => [
  `$JS.API.CONSUMER.INFO.${FACTS_STREAM}.${durable}`,
  `$JS.API.CONSUMER.CREATE.${FACTS_STREAM}.${durable}.${subject}`,
  `$JS.API.CONSUMER.MSG.NEXT.${FACTS_STREAM}.${durable}`,
  `$JS.ACK.${FACTS_STREAM}.${durable}.>`,
]

/** A service's permissions, as nats-server reads them. */
export function natsPermissions(service: ServiceName): NatsPermissions {
  const { publishes, subscribes, consumes = {}, answers, facts } = RIGHTS[service]
  return {
    publish: { allow: [...publishes, ...(facts ? STREAM : []), ...Object.entries(consumes).flatMap(consumer)] },
    subscribe: { allow: [...subscribes, inboxOf(service)] },
    ...(answers ? { allow_responses: { max: 1, expires: '10s' } } : {}),
  }
}

/** A configuration of nats-server with all users, of `passwords`. JSON is a subset of its own language. */
export function natsConfiguration(passwords: StorePasswords): string {
  const users = [
    { user: OPERATOR, password: passwords.operator },
    ...SERVICES.map((service) => ({
      user: storeUserName(service),
      password: passwords[service],
      permissions: natsPermissions(service),
    })),
  ]
  return JSON.stringify({ authorization: { users } }, null, 2)
}
