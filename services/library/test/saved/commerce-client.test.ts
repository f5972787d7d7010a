import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createGrpcServer, createMetrics, type GrpcServer, type Handlers, KlaError } from '@kla/chassis'
import { CommerceServiceService, HoldOutcome, Item } from '@kla/proto'
import { quietLogger, testIdentity } from '@kla/testkit'
import { createCommerceClient, type ItemHolds } from '../../src/saved/commerce-client.js'

type Commerce = Handlers<typeof CommerceServiceService>

const asked: unknown[] = []
let refuse: KlaError | undefined
let hang: Promise<void> | undefined
let server: GrpcServer
let client: ItemHolds

const notAsked = async (): Promise<never> => {
  throw new KlaError('INTERNAL')
}
const handlers: Commerce = {
  ...(Object.fromEntries(Object.keys(CommerceServiceService).map((name) => [name, notAsked])) as unknown as Commerce),
  async holdItem(request, call) {
    asked.push({ ...request, principal: call.principalToken, requestId: call.requestId })
    if (refuse) throw refuse
    await hang
    return { remaining: 4 }
  },
  async settleHold(request, call) {
    asked.push({ ...request, principal: call.principalToken })
    if (refuse) throw refuse
    return {}
  },
}

beforeAll(async () => {
  const metrics = createMetrics('test')
  const identity = testIdentity('commerce')
  server = createGrpcServer({ definition: CommerceServiceService, handlers, identity, log: quietLogger(), metrics })
  const port = await server.listen('127.0.0.1:0')
  client = createCommerceClient({ address: `127.0.0.1:${port}`, identity: testIdentity('library'), metrics })
  // The first call connects as well, which may take a busy machine longer than an attempt.
  await client.settle('save:7:first', 'release')
})
beforeEach(() => {
  asked.length = 0
  refuse = hang = undefined
})
afterAll(async () => {
  client.close()
  await server.close(0)
})

test('holds an item on behalf of the caller', async () => {
  await client.hold('save:7:x', { principal: 'signed', requestId: 'request' })
  expect(asked).toEqual([{ key: 'save:7:x', item: Item.GIF_SAVES, principal: 'signed', requestId: 'request' }])
})

test('settles without a caller', async () => {
  await client.settle('save:7:x', 'commit')
  await client.settle('save:7:y', 'release')
  expect(asked).toEqual([
    { key: 'save:7:x', outcome: HoldOutcome.COMMIT, principal: undefined },
    { key: 'save:7:y', outcome: HoldOutcome.RELEASE, principal: undefined },
  ])
})

test('keeps the reason of a refusal', async () => {
  refuse = new KlaError('NO_GIF_SAVES')
  await expect(client.hold('save:7:x', {})).rejects.toMatchObject({ reason: 'NO_GIF_SAVES' })
  refuse = new KlaError('CONFLICT')
  await expect(client.settle('save:7:x', 'commit')).rejects.toMatchObject({ reason: 'CONFLICT' })
  expect(asked).toHaveLength(2)
})

test('asks another pod when one hangs, and gives up before the player’s call does', async () => {
  let release: () => void = () => undefined
  hang = new Promise((resolve) => (release = resolve))
  const began = Date.now()
  await expect(client.hold('save:7:x', {})).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  expect(Date.now() - began).toBeLessThan(2_400)
  expect(asked.length).toBeGreaterThan(1)
  release()
})
