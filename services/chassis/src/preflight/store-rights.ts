import { EVENTS_STREAM, SERVICE_NAMES, type ServiceName, subjects } from '@kla/proto'

/** Name of a service's user in Redis and NATS. */
export const storeUserName = (service: ServiceName): string => `kla-${service}`

/** Subjects, in which `*` is one token. */
interface NatsRights {
  readonly publishes: readonly string[]
  readonly subscribes: readonly string[]
  /** Event subject of each durable consumer. */
  readonly consumes?: Readonly<Record<string, string>>
  /** One message to the reply subject. */
  readonly answers?: true
  readonly events?: true
}

/** NATS rights, for local mode, the chart (helm/files/store-users.yaml) and the preflight. */
const NATS_RIGHTS: Readonly<Record<ServiceName, NatsRights>> = {
  auth: {
    events: true,
    publishes: [
      ...[subjects.eventRestrictionsChanged, subjects.eventAgeChanged, subjects.eventSessionEnded],
      ...[subjects.eventNameChanged, subjects.eventAuditRecorded('auth')],
      subjects.approvalsChanged,
    ],
    subscribes: [],
    consumes: {
      'auth-blocks': subjects.eventPlayerBlocked,
      'auth-reports': subjects.eventReportSubmitted,
      'auth-logouts': subjects.eventSessionLeft,
    },
  },
  rooms: {
    events: true,
    publishes: [
      ...[subjects.roomSeats('*'), subjects.lobbyChanged, subjects.gatewayMatches('*')],
      ...[subjects.blocksChanged, subjects.eventPlayerBlocked],
      ...[subjects.eventSeatsFreed, subjects.eventSeatsKept],
      ...[subjects.eventRevealChanged, subjects.eventAuditRecorded('rooms')],
    ],
    subscribes: [subjects.eventRestrictionsChanged, subjects.eventAgeChanged],
    consumes: {
      rooms: subjects.eventRestrictionsChanged,
      'rooms-blocks': subjects.eventPlayerBlocked,
      'rooms-ages': subjects.eventAgeChanged,
      'rooms-names': subjects.eventNameChanged,
      'rooms-cups-names': subjects.eventNameChanged,
      'rooms-ratings': subjects.eventBattleFinished,
      'rooms-cups-seats-changed': subjects.eventSeatsFreed,
      'rooms-cups-battle-started': subjects.eventBattleStarted,
      'rooms-cups-battle-finished': subjects.eventBattleFinished,
    },
  },
  'game-engine': {
    events: true,
    publishes: [
      ...[subjects.roomBattle('*'), subjects.eventBattleStarted, subjects.eventBattleFinished],
      subjects.eventAuditRecorded('game-engine'),
    ],
    subscribes: [],
    consumes: { 'game-engine': subjects.eventSeatsFreed },
  },
  'media-signalling': {
    events: true,
    publishes: [subjects.roomPeers('*'), subjects.roomSignal('*')],
    subscribes: [subjects.signalIn, subjects.roomSeats('*')],
    consumes: {
      'media-signalling': subjects.eventSeatsFreed,
      'media-signalling-seats-kept': subjects.eventSeatsKept,
    },
  },
  library: {
    events: true,
    publishes: [subjects.eventGifBlocked, subjects.eventAuditRecorded('library')],
    subscribes: [],
  },
  commerce: {
    events: true,
    publishes: [subjects.eventOrderPaid, subjects.eventOrderReversed, subjects.eventAuditRecorded('commerce')],
    subscribes: [],
    consumes: { 'commerce-pass': subjects.eventBattleFinished },
  },
  moderation: {
    events: true,
    publishes: [
      ...[subjects.gatewayLines('*'), subjects.deskChanged, subjects.approvalsChanged],
      subjects.eventReportSubmitted,
    ],
    subscribes: [],
    consumes: {
      moderation: subjects.eventAuditAll,
      'moderation-reveals': subjects.eventRevealChanged,
      'moderation-seats': subjects.eventSeatsFreed,
    },
  },
  evidence: {
    events: true,
    publishes: [subjects.approvalsChanged, subjects.eventAuditRecorded('evidence')],
    subscribes: [],
  },
  gateway: {
    publishes: [
      ...[subjects.roomChat('*'), subjects.roomTyping('*'), subjects.roomLines('*'), subjects.signalIn],
      subjects.eventSessionLeft,
    ],
    subscribes: [
      ...[subjects.roomAll('*'), subjects.lobbyChanged, subjects.gatewayMatches('*'), subjects.gatewayLines('*')],
      ...[subjects.blocksChanged, subjects.deskChanged, subjects.approvalsChanged],
      ...[subjects.eventRestrictionsChanged, subjects.eventAgeChanged, subjects.eventNameChanged],
      subjects.eventSessionEnded,
    ],
    answers: true,
  },
}

/** True if the name is in the table of rights. */
export const isService = (name: string): name is ServiceName => (SERVICE_NAMES as readonly string[]).includes(name)

export interface NatsPermissions {
  readonly publish: { readonly allow: readonly string[] }
  readonly subscribe: { readonly allow: readonly string[] }
  readonly allow_responses?: { readonly max: number; readonly expires: string }
}

/** Shared inboxes would receive all services' replies. */
const inboxOf = (service: ServiceName): string => `_INBOX_${service}.>`

/** Creates a missing stream, but cannot change or empty it. */
const STREAM = ['$JS.API.INFO', `$JS.API.STREAM.INFO.${EVENTS_STREAM}`, `$JS.API.STREAM.CREATE.${EVENTS_STREAM}`]

/** Creates a consumer of these events only. */
const consumer = ([durable, subject]: [string, string]): string[] => [
  `$JS.API.CONSUMER.INFO.${EVENTS_STREAM}.${durable}`,
  `$JS.API.CONSUMER.CREATE.${EVENTS_STREAM}.${durable}.${subject}`,
  `$JS.API.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.${durable}`,
  `$JS.ACK.${EVENTS_STREAM}.${durable}.>`,
]

export function natsPermissions(service: ServiceName): NatsPermissions {
  const { publishes, subscribes, consumes = {}, answers, events } = NATS_RIGHTS[service]
  return {
    publish: { allow: [...publishes, ...(events ? STREAM : []), ...Object.entries(consumes).flatMap(consumer)] },
    subscribe: { allow: [...subscribes, inboxOf(service)] },
    ...(answers ? { allow_responses: { max: 1, expires: '10s' } } : {}),
  }
}

/** Commands of each type that services use; `test/preflight/store-rights.test.ts` finds a missing one. */
const USED = {
  string: ['get', 'set', 'mget', 'getdel', 'incr', 'decr'],
  hash: ['hget', 'hset', 'hmget', 'hgetall', 'hdel', 'hexists', 'hincrby', 'hlen'],
  list: ['lpush', 'rpush', 'lindex', 'lrange', 'ltrim'],
  set: ['sadd', 'srem', 'smembers', 'scard'],
  sortedset: [
    ...['zadd', 'zcard', 'zrange', 'zrangebyscore', 'zrevrange', 'zrevrangebyscore', 'zscore'],
    ...['zrem', 'zremrangebyrank', 'zremrangebyscore'],
  ],
} as const
type ValueType = keyof typeof USED

interface RedisRights {
  readonly prefix: string
  readonly types: readonly ValueType[]
}

/** Redis keys and types of values, for local mode, the chart and the preflight. Others have no user. */
const REDIS_RIGHTS = {
  auth: { prefix: 'kla:auth:', types: ['string', 'hash', 'sortedset'] },
  rooms: { prefix: 'kla:rooms:', types: ['string', 'hash', 'set', 'sortedset'] },
  'game-engine': { prefix: 'kla:engine:', types: ['string', 'hash', 'sortedset'] },
  'media-signalling': { prefix: 'kla:signalling:', types: ['string', 'sortedset'] },
  moderation: { prefix: 'kla:moderation:', types: ['hash', 'list', 'sortedset'] },
} as const satisfies Partial<Record<ServiceName, RedisRights>>

/** Service with a Redis user. */
export type RedisUser = keyof typeof REDIS_RIGHTS
export const REDIS_USERS = Object.keys(REDIS_RIGHTS) as readonly RedisUser[]

/** True if the service has a user in Redis. */
export const hasRedisUser = (service: string): service is RedisUser =>
  (REDIS_USERS as readonly string[]).includes(service)

const COMMON = ['del', 'exists', 'pexpire', 'pttl', 'persist', 'eval', 'evalsha', 'time', 'ping', 'select'] as const

/** Key pattern of a service's user. */
export const redisKeysOf = (user: RedisUser): string => `${REDIS_RIGHTS[user].prefix}*`

/** Rules for ACL SETUSER, without password: nothing that blocks or is dangerous, except INFO, which shows loading. */
export const redisRules = (user: RedisUser): readonly string[] => [
  'on',
  `~${redisKeysOf(user)}`,
  'resetchannels',
  '-@all',
  ...REDIS_RIGHTS[user].types.map((type) => `+@${type}`),
  '-@dangerous',
  '-@blocking',
  ...COMMON.map((command) => `+${command}`),
  '+info',
]

/** Commands that a service's user needs on its keys. */
export const redisCommands = (user: RedisUser): readonly string[] => [
  ...REDIS_RIGHTS[user].types.flatMap((type): readonly string[] => USED[type]),
  ...COMMON,
  'info',
]
