import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { closeDatabase, connectToPostgres, createDatabase, createRedis } from '@kla/chassis'
import { eventually, openSilentAddress, quietLogger, refusalOf, type SilentAddress } from '@kla/testkit'

const log = quietLogger()
let silent: SilentAddress
beforeEach(async () => {
  silent = await openSilentAddress()
})
afterEach(() => silent.close())

// The kernel would wait for two minutes. NATS and gRPC have tests of their own.
describe('an address that drops connections', () => {
  const postgres = (): string => `postgres://kla:pass@127.0.0.1:${silent.port}/kla`

  test('fails a statement of PostgreSQL as unavailable, within seconds', async () => {
    const database = createDatabase({ url: postgres(), schema: 'public', log })
    expect(await refusalOf(database.query('SELECT 1'))).toBe('UNAVAILABLE')
    await closeDatabase(database)
  }, 15_000)

  test('fails the first connection to PostgreSQL within seconds', async () => {
    await expect(connectToPostgres(postgres(), 1)).rejects.toThrow()
  }, 15_000)

  test.each([
    ['Redis', () => `redis://127.0.0.1:${silent.port}`],
    ['a sentinel', () => `redis+sentinel://127.0.0.1:${silent.port}/main`],
  ])(
    'is left by the client of %s within seconds',
    async (_name, url) => {
      const redis = createRedis({ url: url(), log })
      let failures = 0
      redis.on('error', () => (failures += 1))
      await eventually(() => expect(failures).toBeGreaterThan(0))
      redis.disconnect()
    },
    15_000,
  )
})
