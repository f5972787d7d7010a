import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createLogger, createRedis } from '@kla/chassis'
import { EVENTS_STREAM, subjects } from '@kla/proto'
import { type ServiceName, SERVICES } from '../platform/services.js'
import { LocalFailure, ROOT, type Say } from '../root.js'
import type { Secrets } from '../secrets.js'

/** The passwords of one store's users. */
export type StorePasswords = { readonly operator: string } & Readonly<Record<ServiceName, string>>

/** The operator that starts the servers, for tests, benches and debugging. Has all rights. */
export const OPERATOR = 'kla-operator'

/** The name of a service's user, in Redis and in NATS. */
export const storeUserName = (service: ServiceName): string => `kla-${service}`

/** The passwords of all users of `store`, made up when they are first asked for. */
export function storePasswords(secrets: Pick<Secrets, 'take'>, store: 'redis' | 'nats'): StorePasswords {
  // A letter first: nats-server would read digits as a number.
  const take = (user: string): string => `p${secrets.take(`${store}-${user}`)}`
  const services = Object.fromEntries(SERVICES.map((service) => [service, take(service)])) as Record<ServiceName, string>
  return { operator: take('operator'), ...services }
}

/** An address, or several with commas between them, with a user and a password in each. */
export const addressAs = (addresses: string, user: string, password: string): string =>
  addresses
    .split(',')
    .map((address) => {
      const url = new URL(address.trim())
      url.username = user
      url.password = password
      return url.href
    })
    .join(',')

/** What a service publishes and subscribes to on NATS. `*` stands for one token. */
interface NatsRights {
  readonly publishes: readonly string[]
  readonly subscribes: readonly string[]
  /** Its durable consumers, each with its events. */
  readonly consumes?: Readonly<Record<string, string>>
  /** Whether it answers requests: one message to the reply subject. */
  readonly answers?: true
  /** Whether it uses the event stream at all. */
  readonly events?: true
}

/**
 * The one table of publish and subscribe rights on NATS. Local mode and the chart (helm/files/store-users.yaml, written from
 * here) make their users of it.
 */
const NATS_RIGHTS: Readonly<Record<ServiceName, NatsRights>> = {
  auth: {
    events: true,
    publishes: [
      ...[subjects.eventRestrictionsChanged, subjects.eventAgeChanged, subjects.eventSessionEnded],
      ...[subjects.eventNameChanged, subjects.eventAuditRecorded('auth')],
    ],
    subscribes: [],
  },
  rooms: {
    events: true,
    publishes: [
      ...[subjects.roomSeats('*'), subjects.lobbyChanged, subjects.gatewayMatches('*')],
      ...[subjects.eventSeatsChanged, subjects.eventRevealChanged, subjects.eventAuditRecorded('rooms')],
    ],
    subscribes: [subjects.eventRestrictionsChanged, subjects.eventAgeChanged],
    consumes: {
      rooms: subjects.eventRestrictionsChanged,
      'rooms-ages': subjects.eventAgeChanged,
      'rooms-names': subjects.eventNameChanged,
      'rooms-cups-names': subjects.eventNameChanged,
      'rooms-ratings': subjects.eventBattleFinished,
      'rooms-cups-seats-changed': subjects.eventSeatsChanged,
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
    consumes: { 'game-engine': subjects.eventSeatsChanged },
  },
  'media-signalling': {
    events: true,
    publishes: [subjects.roomPeers('*'), subjects.roomSignal('*')],
    subscribes: [subjects.signalIn, subjects.roomSeats('*')],
    consumes: { 'media-signalling': subjects.eventSeatsChanged },
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
    publishes: [subjects.gatewayLines('*')],
    subscribes: [],
    consumes: { moderation: subjects.eventAuditAll, 'moderation-reveals': subjects.eventRevealChanged },
  },
  gateway: {
    publishes: [subjects.roomChat('*'), subjects.roomTyping('*'), subjects.roomLines('*'), subjects.signalIn],
    subscribes: [
      ...[subjects.roomAll('*'), subjects.lobbyChanged, subjects.gatewayMatches('*'), subjects.gatewayLines('*')],
      ...[subjects.eventRestrictionsChanged, subjects.eventAgeChanged, subjects.eventNameChanged],
      subjects.eventSessionEnded,
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

/** The reply prefix of a service: its own, or it would receive those of all others (`createBus`). */
const inboxOf = (service: ServiceName): string => `_INBOX_${service}.>`

/** What a service needs of JetStream's subjects to make a missing stream. It cannot change or empty it. */
const STREAM = ['$JS.API.INFO', `$JS.API.STREAM.INFO.${EVENTS_STREAM}`, `$JS.API.STREAM.CREATE.${EVENTS_STREAM}`]

/** The rights to create a consumer of these events only, fetch from it and acknowledge. */
const consumer = ([durable, subject]: [string, string]): string[] => [
  `$JS.API.CONSUMER.INFO.${EVENTS_STREAM}.${durable}`,
  `$JS.API.CONSUMER.CREATE.${EVENTS_STREAM}.${durable}.${subject}`,
  `$JS.API.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.${durable}`,
  `$JS.ACK.${EVENTS_STREAM}.${durable}.>`,
]

/** A service's permissions, as nats-server reads them. */
export function natsPermissions(service: ServiceName): NatsPermissions {
  const { publishes, subscribes, consumes = {}, answers, events } = NATS_RIGHTS[service]
  return {
    publish: { allow: [...publishes, ...(events ? STREAM : []), ...Object.entries(consumes).flatMap(consumer)] },
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

/** What a service may do in Redis: which keys are its own, and which kinds of values they hold. */
interface RedisRights {
  /** What every key of the service begins with: the default of its REDIS_PREFIX. */
  readonly prefix: string
  readonly types: readonly ('string' | 'hash' | 'list' | 'set' | 'sortedset')[]
}

/**
 * Who owns which keys; local mode and the chart (helm/files/store-users.yaml) make their users of it. A service that
 * is missing has no user.
 */
const REDIS_RIGHTS = {
  auth: { prefix: 'kla:auth:', types: ['string', 'hash', 'sortedset'] },
  rooms: { prefix: 'kla:rooms:', types: ['string', 'hash', 'set', 'sortedset'] },
  'game-engine': { prefix: 'kla:engine:', types: ['string', 'hash', 'sortedset'] },
  'media-signalling': { prefix: 'kla:signalling:', types: ['string', 'sortedset'] },
  moderation: { prefix: 'kla:moderation:', types: ['hash', 'list', 'sortedset'] },
} as const satisfies Partial<Record<ServiceName, RedisRights>>

export type RedisUser = keyof typeof REDIS_RIGHTS
export const REDIS_USERS = Object.keys(REDIS_RIGHTS) as readonly RedisUser[]

/** Commands beside those of the types: lives of keys, scripts, time. */
const COMMON = ['del', 'exists', 'pexpire', 'pttl', 'persist', 'eval', 'evalsha', 'time', 'ping', 'select'] as const

/** The keys that a service's user can reach, as a pattern. */
export const redisKeysOf = (user: RedisUser): string => `${REDIS_RIGHTS[user].prefix}*`

/**
 * The rules of a service's user, as ACL SETUSER takes them, without its password. Nothing dangerous (KEYS, FLUSHALL, CONFIG,
 * ACL, DEBUG, SORT...) and nothing that blocks; INFO alone of the dangerous ones, by which a client sees that data is loaded.
 */
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

/** An ACL file with all users, of `passwords`. Who gives no name gets in nowhere. */
export function redisAclFile(passwords: StorePasswords): string {
  const line = (name: string, password: string, rules: readonly string[]): string =>
    ['user', name, `#${createHash('sha256').update(password).digest('hex')}`, ...rules].join(' ')
  return [
    // Off, so no client can use it. Redis reads its own log as this user and drops what that may not do.
    'user default off resetpass ~* &* +@all',
    line(OPERATOR, passwords.operator, ['on', '~*', '&*', '+@all']),
    ...REDIS_USERS.map((user) => line(storeUserName(user), passwords[user], redisRules(user))),
    '',
  ].join('\n')
}

/** Where the chart reads what each service may do in Redis and NATS. */
export const STORE_USERS_FILE = `${ROOT}helm/files/store-users.yaml`

const HEADER = `# What each service may do in Redis and NATS, by its user. Written by \`npm run renders\` from deploy/local/src/store-users,
# never by hand.
#   user   its name in both
#   redis  its rules, as an ACL file of Redis has them; absent: it has no user there
#   nats   its permissions, as nats-server's configuration has them
`

/** The tables of both stores as the chart reads them. */
export const storeUsersFile = (): string =>
  HEADER +
  SERVICES.map((service) => {
    const { publish, subscribe, allow_responses: answers } = natsPermissions(service)
    const lines = [`${service}:`, `  user: ${storeUserName(service)}`]
    if (hasRedis(service)) lines.push(`  redis: ${JSON.stringify(redisRules(service).join(' '))}`)
    lines.push('  nats:', ...allowed('publish', publish.allow), ...allowed('subscribe', subscribe.allow))
    if (answers) lines.push(`    allow_responses: { max: ${answers.max}, expires: ${answers.expires} }`)
    return `${lines.join('\n')}\n`
  }).join('')

/** Writes them; the answer is where. */
export async function writeStoreUsers(): Promise<string> {
  await writeFile(STORE_USERS_FILE, storeUsersFile())
  return STORE_USERS_FILE.slice(ROOT.length)
}

const hasRedis = (service: string): service is RedisUser => (REDIS_USERS as readonly string[]).includes(service)

const allowed = (what: string, subjects: readonly string[]): string[] => [
  `    ${what}:`,
  '      allow:',
  ...subjects.map((subject) => `        - '${subject}'`),
]

/**
 * Makes the services' users on an external Redis, as the user that its address names. Throws a {@link LocalFailure}
 * where that one may not. It may run again.
 */
export async function makeRedisUsers(url: string, passwords: StorePasswords, say: Say): Promise<void> {
  const redis = createRedis({ url, log: createLogger({ service: 'local', level: 'silent' }), commandTimeoutMs: 5_000 })
  try {
    for (const user of REDIS_USERS) {
      await redis.call('ACL', 'SETUSER', storeUserName(user), 'reset', `>${passwords[user]}`, ...redisRules(user))
    }
    const anybody = await redis.call('ACL', 'GETUSER', 'default')
    if (String(anybody).includes('nopass')) say('The Redis of REDIS_URL takes anybody without a password; its services have users, but so have strangers')
  } catch (error) {
    throw new LocalFailure(
      `The Redis of REDIS_URL did not let a user be made for each service: ${(error as Error).message}. ` +
        'Name somebody in REDIS_URL who may use ACL SETUSER, or leave it out and one is started.',
      { cause: error },
    )
  } finally {
    redis.disconnect()
  }
}

/** What there is to say of a given NATS, which takes users from its configuration alone. */
export const SHARED_NATS =
  'The NATS of NATS_URL takes users from its own configuration alone: here all services share the one in that address'
