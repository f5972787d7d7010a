import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { REDIS_USERS, redisCommands, type RedisUser } from '@kla/chassis'

const SERVICES = fileURLToPath(new URL('../../../', import.meta.url))

/** Commands that the sources of a service name: in scripts, and as methods of a client. */
function namedBy(service: RedisUser): string[] {
  const folder = join(SERVICES, service, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const inScripts = [...sources.matchAll(/redis\.p?call\('([A-Za-z]+)'/g)]
  const asMethods = [...sources.matchAll(/\bredis\s*\.([a-z]+)\(/g)]
  return [...new Set([...inScripts, ...asMethods].map(([, name = '']) => name.toLowerCase()))].sort()
}

/** Methods of the client that are no commands. */
const CLIENT = ['call', 'disconnect', 'quit', 'connect', 'on', 'duplicate', 'once', 'off']

describe('the table of Redis commands', () => {
  test.each(REDIS_USERS)('has every command that %s uses', (service) => {
    const named = namedBy(service).filter((name) => !CLIENT.includes(name))
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !redisCommands(service).includes(name))).toEqual([])
  })
})
