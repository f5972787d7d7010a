import { writeFile } from 'node:fs/promises'
import { SERVICES } from '../platform/services.js'
import { ROOT } from '../root.js'
import { natsPermissions } from './nats-users.js'
import { storeUserName } from './passwords.js'
import { redisRules, REDIS_USERS, type RedisUser } from './redis-users.js'

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
