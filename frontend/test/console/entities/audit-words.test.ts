import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { AUDIT_READS, permissionsOf } from '@kla/proto/web'
import { AUDIT_GROUPS, AUDIT_WORDS, verbOf } from '../../../src/console/entities/audit-words.js'

const SERVICES = fileURLToPath(new URL('../../../../services', import.meta.url))

const sources = (): string[] =>
  readdirSync(SERVICES)
    .map((service) => join(SERVICES, service, 'src'))
    .flatMap((folder) => {
      try {
        return readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts'))
          .map((name) => readFileSync(join(folder, name), 'utf8'))
      } catch {
        return []
      }
    })

/** Files, metrics, traces and events of payments. */
const FOREIGN = /^(?:charge|refund|rpc|db|http|server|service|messaging|error|exception|fastify|kla|tls|ca|found)\./
const FILE = /\.(?:crt|key|js|json|html)$/
const PERMISSIONS: readonly string[] = permissionsOf('owner', true)

const quoted = (text: string): string[] =>
  [...text.matchAll(/['"`]([a-z]+\.[a-z]+(?:-[a-z]+)*)['"`]/g)].map(([, name]) => name!)

/** The administrators' entries are named `administrators.${action}`. */
const ofAdministrators = (): string[] => {
  const text = readFileSync(join(SERVICES, 'auth/src/administrators/audit.ts'), 'utf8')
  const [, union = ''] = /type AdministratorAction =([^]*?)\n\n/.exec(text) ?? []
  return [...union.matchAll(/'([a-z-]+)'/g)].map(([, name]) => `administrators.${name}`)
}

describe('AUDIT_WORDS', () => {
  const all = [...new Set(sources().flatMap(quoted))].filter((name) => !FOREIGN.test(name) && !FILE.test(name))
  const written = new Set([...all, ...ofAdministrators()])

  test('has words for every action that services write', () => {
    expect(ofAdministrators().length).toBeGreaterThan(5)
    const unworded = [...written].filter((name) => !AUDIT_WORDS.has(name) && !PERMISSIONS.includes(name))
    expect(unworded).toEqual([])
  })

  test('has no words for actions that no service writes', () => {
    expect([...AUDIT_WORDS.keys()].filter((action) => !written.has(action))).toEqual([])
  })

  test('covers every read, in a known group', () => {
    expect(AUDIT_READS.filter((action) => !AUDIT_WORDS.has(action))).toEqual([])
    const groups = new Set([...AUDIT_WORDS.values()].map(({ group }) => group))
    expect([...groups]).toEqual([...AUDIT_GROUPS])
  })

  test('counts every list and record that is only shown as a read', () => {
    const shows = [...AUDIT_WORDS.keys()].filter((action) =>
      /\.(?:list|read|search|verify|preview|deleted)$/.test(action),
    )
    expect(shows.sort()).toEqual([...AUDIT_READS].sort())
  })
})

describe('verbOf', () => {
  test('names what administrators did, and keeps unknown names', () => {
    expect(verbOf('people.read')).toBe('read this page')
    expect(verbOf('bans.lift')).toBe('lifted a ban')
    expect(verbOf('something.new')).toBe('something.new')
  })
})
