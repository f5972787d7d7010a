import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { faultsOf } from '../../src/migration-rules.js'

const SERVICES = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * The last file of each service from before there were releases that run side by side: what stands up to it makes the
 * first tables, and was never applied under pods that serve. See deploy/MIGRATIONS.md.
 */
const FIRST_TABLES: Readonly<Record<string, string>> = {
  auth: '1700000002000_administrators.sql',
  commerce: '1700000003000_battle-pass.sql',
  evidence: '1700000000000_evidence.sql',
  'game-engine': '1700000000002_standings.sql',
  library: '1700000000005_deletion.sql',
  moderation: '1700000000310_holds.sql',
  rooms: '1700000002000_ratings.sql',
}

const filesOf = (service: string): string[] => readdirSync(join(SERVICES, service, 'migrations')).sort()
const owners = readdirSync(SERVICES).filter((service) => readdirSync(join(SERVICES, service)).includes('migrations'))

describe('migrations', () => {
  test('have a first file named for every service that owns tables', () => {
    expect(owners).toEqual(Object.keys(FIRST_TABLES))
    for (const owner of owners) expect(filesOf(owner)).toContain(FIRST_TABLES[owner])
  })
})

describe.each(owners)('migrations of %s', (owner) => {
  test('can run while pods of the previous release serve', () => {
    const since = filesOf(owner).filter((file) => file > FIRST_TABLES[owner]!)
    const faults = since.flatMap((file) =>
      faultsOf(readFileSync(join(SERVICES, owner, 'migrations', file), 'utf8')).map((fault) => `${file}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  test('have unique positions in the order', () => {
    const places = filesOf(owner).map((file) => file.split('_')[0])
    expect(new Set(places).size).toBe(places.length)
  })
})
