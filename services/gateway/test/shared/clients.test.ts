import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGrpcServer, createMetrics, createPrincipalVerifier, type GrpcServer, type Handlers } from '@kla/chassis'
import { CommerceServiceService as definition } from '@kla/proto'
import { createTestPrincipals, quietLogger, testIdentity } from '@kla/testkit'
import { type Clients, createClients } from '../../src/shared/clients.js'

/** Longer than an attempt of the test. */
const SLOW_MS = 300
const WITHIN = { deadlineMs: 2_000, attemptMs: 100 } as const

let server: GrpcServer
let clients: Clients & { close(): void }
const asked: string[] = []

beforeAll(async () => {
  const slowly = async <T>(method: string, value: T): Promise<T> => {
    asked.push(method)
    await sleep(SLOW_MS)
    return value
  }
  const handlers: Partial<Handlers<typeof definition>> = {
    createCheckout: () => slowly('createCheckout', { sessionId: 'cs_1', url: 'https://pay.example/1' }),
    getInventory: () => slowly('getInventory', { gifSaves: 1, wildCards: 0, battlePasses: 0 }),
  }
  server = createGrpcServer({
    definition,
    identity: testIdentity('commerce'),
    log: quietLogger(),
    metrics: createMetrics('test'),
    verifyPrincipal: await createPrincipalVerifier((await createTestPrincipals()).publicKeyPem),
    handlers: handlers as Handlers<typeof definition>,
  })
  const address = `127.0.0.1:${await server.listen('127.0.0.1:0')}`
  const addresses = {
    authAddress: address,
    roomsAddress: address,
    engineAddress: address,
    signallingAddress: address,
    libraryAddress: address,
    commerceAddress: address,
    moderationAddress: address,
    evidenceAddress: address,
  }
  clients = createClients(addresses, testIdentity('gateway'), createMetrics('test'))
})
afterAll(async () => {
  clients.close()
  await server.close(100)
})

test('opens one checkout at a slow commerce, whose other calls are repeated', async () => {
  const cart = { lines: [{ itemId: 2, quantity: 1 }], email: 'a@b.c' }
  const checkout = await clients.commerce.createCheckout(cart, WITHIN)
  expect(checkout.sessionId).toBe('cs_1')
  expect(asked).toEqual(['createCheckout'])
  await clients.commerce.getInventory({}, WITHIN)
  expect(asked.filter((method) => method === 'getInventory').length).toBeGreaterThan(1)
})
