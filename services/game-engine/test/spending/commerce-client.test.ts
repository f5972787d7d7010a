import { afterEach, describe, expect, test } from '@jest/globals'
import { createMetrics } from '@kla/chassis'
import { HoldOutcome } from '@kla/proto'
import { createTestPrincipals, testIdentity } from '@kla/testkit'
import { createCommerceClient } from '../../src/spending/commerce-client.js'
import { serveCommerce } from '../support/commerce-server.js'
import { FakeCommerce } from '../support/fake-commerce.js'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function world(gate?: () => Promise<void>) {
  const ledger = new FakeCommerce()
  ledger.give(7, 2)
  const server = await serveCommerce(ledger, gate)
  const identity = testIdentity('game-engine')
  const client = createCommerceClient({ address: server.address, identity, metrics: createMetrics('engine') })
  closing.push(() => client.close(), server.close)
  const principals = await createTestPrincipals()
  return { ledger, server, client, context: { principal: await principals.sign({ accountId: 7 }) } }
}

describe('the commerce client', () => {
  test('holds one Wild Card for the caller and returns what is left', async () => {
    const { ledger, server, client, context } = await world()
    expect(await client.holdWildCard('a', context)).toBe(1)
    expect(await client.holdWildCard('b', context)).toBe(0)
    await expect(client.holdWildCard('c', context)).rejects.toMatchObject({ reason: 'NO_WILD_CARDS' })
    expect(server.asked).toEqual(Array(3).fill('hold wild card'))
    expect(ledger.keys(7)).toEqual(['a', 'b'])
  })

  test('settles both ways, and rejects the other outcome afterwards', async () => {
    const { ledger, server, client, context } = await world()
    await client.holdWildCard('a', context)
    await client.settle('a', 'commit')
    await client.settle('b', 'release')
    await expect(client.settle('a', 'release')).rejects.toMatchObject({ reason: 'CONFLICT' })
    await expect(client.holdWildCard('b', context)).rejects.toMatchObject({ reason: 'CONFLICT' })
    expect(ledger.spent(7)).toBe(1)
    expect(server.asked.filter((asked) => asked.startsWith('settle'))).toEqual([
      `settle ${HoldOutcome.COMMIT}`,
      `settle ${HoldOutcome.RELEASE}`,
      `settle ${HoldOutcome.RELEASE}`,
    ])
  })

  test("stops waiting for commerce within its caller's deadline", async () => {
    let open: () => void = () => undefined
    const { client, context } = await world(() => new Promise((resolve) => (open = resolve)))
    const began = performance.now()
    await expect(client.holdWildCard('a', context)).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    expect(performance.now() - began).toBeLessThan(2_500)
    open()
  })
})
