import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type KlaError, newId } from '@kla/chassis'
import { connectionOf, createPlatform, newAccount, ordinaryRoom, type Platform, type Pod } from '../platform.js'

let platform: Platform
let pod: Pod

beforeAll(async () => {
  platform = await createPlatform()
  pod = await platform.pod()
})
afterAll(() => platform.stop())

/** How many passcodes this pod has computed so far. */
async function computed(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${pod.service.ports.health}/metrics`)
  const line = /^kla_rooms_passcodes_computed_total\S* (\d+)$/m.exec(await response.text())
  return Number(line?.[1])
}

/** Opens rooms with a passcode, all at once, each on a connection of its own. Answers why they were refused. */
async function flood(accountId: number, times: number): Promise<string[]> {
  const principal = await platform.principal(accountId)
  const results = await Promise.allSettled(
    Array.from({ length: times }, (_, socket) => {
      const connection = connectionOf(accountId, `flood-${socket}`)
      return pod.client.createRoom({ ...ordinaryRoom(accountId), connection, passcode: 'sesame' }, principal)
    }),
  )
  return results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as KlaError).reason] : []))
}

test('computes nothing for an account with a seat, however often it creates or joins rooms', async () => {
  const [eve, ada] = [newAccount(), newAccount()]
  await platform.create(pod.client, eve)
  const room = await platform.create(pod.client, ada, { passcode: 'sesame' })
  const before = await computed()
  const refused = await flood(eve, 40)
  expect(refused).toHaveLength(40)
  expect(new Set(refused)).toEqual(new Set(['ALREADY_SEATED', 'ROOMS_BUSY']))
  await expect(platform.join(pod.client, eve, room.id, { passcode: 'sesame' })).rejects.toMatchObject({
    reason: 'ALREADY_SEATED',
  })
  expect(await computed()).toBe(before)
})

test('limits forty concurrent rooms of one account while serving other accounts', async () => {
  const before = await computed()
  const flooding = flood(newAccount(), 40)
  const others = await Promise.all(
    Array.from({ length: 5 }, () => platform.create(pod.client, newAccount(), { passcode: 'sesame' })),
  )
  expect(others.map(({ passcodeRequired }) => passcodeRequired)).toEqual(Array(5).fill(true))
  const refused = await flooding
  expect(refused).toHaveLength(39)
  expect(new Set(refused)).toEqual(new Set(['ALREADY_SEATED', 'ROOMS_BUSY']))
  // One runs and four wait: the queue of the account holds no more.
  expect((await computed()) - before).toBeLessThanOrEqual(others.length + 5)
})

test('computes thirty passcodes a minute for an account', async () => {
  const eve = newAccount()
  const principal = await platform.principal(eve)
  for (let opened = 0; opened < 30; opened += 1) {
    const { id } = await platform.create(pod.client, eve, { passcode: 'sesame' })
    await pod.client.leaveRoom({ roomId: id, commandId: newId() }, principal)
  }
  await expect(platform.create(pod.client, eve, { passcode: 'sesame' })).rejects.toMatchObject({
    reason: 'RATE_LIMITED',
  })
  await expect(platform.create(pod.client, eve)).resolves.toMatchObject({ passcodeRequired: false })
})

test('computes nothing for a restricted account, whatever its principal says', async () => {
  const eve = newAccount()
  await platform.redis.hset(`${platform.prefix}bar:{${eve}}`, { version: 1, untilMs: Date.now() + 60_000 })
  const before = await computed()
  await expect(platform.create(pod.client, eve, { passcode: 'sesame' })).rejects.toMatchObject({
    reason: 'BANNED_FROM_ROOMS',
  })
  expect(await computed()).toBe(before)
})
