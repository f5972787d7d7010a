import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import {
  createLogger,
  createRedis,
  hasRedisUser,
  natsPermissions,
  REDIS_USERS,
  redisRules,
  storeUserName,
} from '@kla/chassis'
import { type ServiceName, SERVICES } from '../platform/services.js'
import { LocalFailure, ROOT, type Say } from '../root.js'
import type { Secrets } from '../secrets.js'

/** Passwords of operator and services. */
export type StorePasswords = { readonly operator: string } & Readonly<Record<ServiceName, string>>

/** Has all rights, for tests and debugging. */
export const OPERATOR = 'kla-operator'

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

const HEADER = `# What each service may do in Redis and NATS, by its user. Written by \`npm run renders\` from
# services/chassis/src/preflight/store-rights.ts, never by hand.
#   user   its name in both
#   redis  its rules, as an ACL file of Redis has them; absent: it has no user there
#   nats   its permissions, as nats-server's configuration has them
`

export const storeUsersFile = (): string =>
  HEADER +
  SERVICES.map((service) => {
    const { publish, subscribe, allow_responses: answers } = natsPermissions(service)
    const lines = [`${service}:`, `  user: ${storeUserName(service)}`]
    if (hasRedisUser(service)) lines.push(`  redis: ${JSON.stringify(redisRules(service).join(' '))}`)
    lines.push('  nats:', ...allowed('publish', publish.allow), ...allowed('subscribe', subscribe.allow))
    if (answers) lines.push(`    allow_responses: { max: ${answers.max}, expires: ${answers.expires} }`)
    return `${lines.join('\n')}\n`
  }).join('')

export async function writeStoreUsers(): Promise<string> {
  await writeFile(STORE_USERS_FILE, storeUsersFile())
  return STORE_USERS_FILE.slice(ROOT.length)
}

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
