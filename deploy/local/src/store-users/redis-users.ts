import { createHash } from 'node:crypto'
import type { ServiceName } from '../platform/services.js'
import { OPERATOR, storeUserName, type StorePasswords } from './passwords.js'

/** What a service may do in Redis: which keys are its own, and which kinds of values they hold. */
interface RedisRights {
  /** What every key of the service begins with: the default of its REDIS_PREFIX. */
  readonly prefix: string
  readonly types: readonly ('string' | 'hash' | 'list' | 'set' | 'sortedset')[]
}

/**
 * The one table of who owns which keys. A service that is not in it has no user: Redis refuses its connection. Local mode
 * and the chart (helm/files/store-users.yaml, written from here) make their users of it.
 */
const RIGHTS = {
  auth: { prefix: 'kla:auth:', types: ['string', 'hash', 'sortedset'] },
  rooms: { prefix: 'kla:rooms:', types: ['string', 'hash', 'set', 'sortedset'] },
  'game-engine': { prefix: 'kla:engine:', types: ['string', 'hash', 'sortedset'] },
  'media-signalling': { prefix: 'kla:signalling:', types: ['string'] },
  moderation: { prefix: 'kla:moderation:', types: ['hash', 'list', 'sortedset'] },
} as const satisfies Partial<Record<ServiceName, RedisRights>>

export type RedisUser = keyof typeof RIGHTS
export const REDIS_USERS = Object.keys(RIGHTS) as readonly RedisUser[]

/** Commands beside those of the types: lives of keys, scripts (whose commands are judged one by one), time, being there. */
const COMMON = ['del', 'exists', 'pexpire', 'pttl', 'persist', 'eval', 'evalsha', 'time', 'ping', 'select'] as const

/** The keys that a service's user can reach, as a pattern. */
export const redisKeysOf = (user: RedisUser): string => `${RIGHTS[user].prefix}*`

/**
 * The rules of a service's user, as ACL SETUSER takes them, without its password. Nothing dangerous (KEYS, FLUSHALL, CONFIG,
 * ACL, DEBUG, SORT...) and nothing that blocks; INFO alone of the dangerous ones, by which a client sees that data is loaded.
 */
export const redisRules = (user: RedisUser): readonly string[] => [
  'on',
  `~${redisKeysOf(user)}`,
  'resetchannels',
  '-@all',
  ...RIGHTS[user].types.map((type) => `+@${type}`),
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
    // Off, so nobody can be it. Redis reads its own log as this user, and drops what that may not do: with fewer rights
    // each transaction of the log would be lost with a restart.
    'user default off resetpass ~* &* +@all',
    line(OPERATOR, passwords.operator, ['on', '~*', '&*', '+@all']),
    ...REDIS_USERS.map((user) => line(storeUserName(user), passwords[user], redisRules(user))),
    '',
  ].join('\n')
}
