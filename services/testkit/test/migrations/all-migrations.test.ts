import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { faultsOf } from '../../src/migration-rules.js'

const SERVICES = fileURLToPath(new URL('../../../', import.meta.url))

/** Makes the first tables, on an empty schema. */
const FIRST_TABLES = '1700000000000_tables.sql'

const filesOf = (service: string): string[] => readdirSync(join(SERVICES, service, 'migrations')).sort()
const owners = readdirSync(SERVICES).filter((service) => readdirSync(join(SERVICES, service)).includes('migrations'))

describe.each(owners)('migrations of %s', (owner) => {
  test('begin with the first tables', () => {
    expect(filesOf(owner)[0]).toBe(FIRST_TABLES)
  })

  test('can run while pods of the previous release serve', () => {
    const since = filesOf(owner).filter((file) => file > FIRST_TABLES)
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
