import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createLogger, createRedis } from '@kla/chassis'
import { EVENTS_STREAM, subjects } from '@kla/proto'
import { type ServiceName, SERVICES } from '../platform/services.js'
import { LocalFailure, ROOT, type Say } from '../root.js'
import type { Secrets } from '../secrets.js'

/** Passwords of operator and services. */
export type StorePasswords = { readonly operator: string } & Readonly<Record<ServiceName, string>>

/** Has all rights, for tests and debugging. */
export const OPERATOR = 'kla-operator'

export const storeUserName = (service: ServiceName): string => `kla-${service}`

export function storePasswords(secrets: Pick<Secrets, 'take'>, store: 'redis' | 'nats'): StorePasswords {
  // nats-server would read digits as a number.
  const take = (user: string): string => `p${secrets.take(`${store}-${user}`)}`
  const services = Object.fromEntries(SERVICES.map((service) => [service, take(service)])) as Record<
    ServiceName,
    string
  >
  return { operator: take('operator'), ...services }
}

/** Sets the user in comma-separated addresses. */
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

/** NATS rights, for local mode and the chart (helm/files/store-users.yaml). */
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

/** Returns users for nats-server's configuration. */
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

interface RedisRights {
  readonly prefix: string
  readonly types: readonly ('string' | 'hash' | 'list' | 'set' | 'sortedset')[]
}

/** Redis keys, for local mode and the chart. Others have no user. */
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

/** Clients without a name are refused. */
export function redisAclFile(passwords: StorePasswords): string {
  const line = (name: string, password: string, rules: readonly string[]): string =>
    ['user', name, `#${createHash('sha256').update(password).digest('hex')}`, ...rules].join(' ')
  return [
    // Redis reads its own log as this user and drops forbidden commands.
    'user default off resetpass ~* &* +@all',
    line(OPERATOR, passwords.operator, ['on', '~*', '&*', '+@all']),
    ...REDIS_USERS.map((user) => line(storeUserName(user), passwords[user], redisRules(user))),
    '',
  ].join('\n')
}

export const STORE_USERS_FILE = `${ROOT}helm/files/store-users.yaml`

const HEADER = `# What each service may do in Redis and NATS, by its user. Written by \`npm run renders\` from deploy/local/src/store-users,
# never by hand.
#   user   its name in both
#   redis  its rules, as an ACL file of Redis has them; absent: it has no user there
#   nats   its permissions, as nats-server's configuration has them
`

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

/** Creates users on an external Redis. Throws a {@link LocalFailure} if `url`'s user may not. Idempotent. */
export async function makeRedisUsers(url: string, passwords: StorePasswords, say: Say): Promise<void> {
  const redis = createRedis({ url, log: createLogger({ service: 'local', level: 'silent' }), commandTimeoutMs: 5_000 })
  try {
    for (const user of REDIS_USERS) {
      await redis.call('ACL', 'SETUSER', storeUserName(user), 'reset', `>${passwords[user]}`, ...redisRules(user))
    }
    const anybody = await redis.call('ACL', 'GETUSER', 'default')
    if (String(anybody).includes('nopass'))
      say('The Redis of REDIS_URL takes anybody without a password; its services have users, but so have strangers')
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

/** NATS takes users from its configuration alone. */
export const SHARED_NATS =
  'The NATS of NATS_URL takes users from its own configuration alone: here all services share the one in that address'
