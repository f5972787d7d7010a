import { describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import type { CallRequest, WaitingCall } from '../../../src/ws/overload/admission-queue.js'
import { CredentialChecks, type CredentialKind } from '../../../src/ws/overload/credential-checks.js'

function build() {
  const world = { nowMs: 0, turns: [] as CallRequest['turn'][], running: 0, most: 0, asked: 0 }
  const queue = {
    run: <T>({ turn }: CallRequest, work: () => Promise<T>): Promise<T> => {
      world.turns.push(turn)
      return work()
    },
  }
  const checks = new CredentialChecks({ queue, now: () => world.nowMs })
  const check = (kind: CredentialKind, network: string, isGood: boolean): Promise<string> => {
    const owner = { network, exits: 0, waitingCalls: new Set<WaitingCall>(), event: () => undefined }
    const work = async (): Promise<string> => {
      world.asked += 1
      world.running += 1
      world.most = Math.max(world.most, world.running)
      await new Promise(setImmediate)
      world.running -= 1
      if (!isGood) throw new KlaError('NOT_SIGNED_IN')
      return 'good'
    }
    return checks.check({ kind, owner }, work).catch((error: unknown) => KlaError.from(error).reason)
  }
  const checkMany = (count: number, kind: CredentialKind, network: string, isGood = false): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => check(kind, network, isGood)))
  return { world, check, checkMany }
}

describe('credential checks', () => {
  test("take the network's turn, by kind", async () => {
    const { world, check } = build()
    for (const kind of ['cookie', 'token', 'bearer'] as const) await check(kind, 'home', true)
    expect(world.turns.map(({ network, kind }) => [network, kind])).toEqual([
      ['home', 'cookie'],
      ['home', 'token'],
      ['home', 'bearer'],
    ])
  })

  test('refuse a network whose bearers keep failing without a call to auth, and admit it again later', async () => {
    const { world, checkMany, check } = build()
    for (let round = 0; round < 4; round++) await checkMany(10, 'bearer', 'crowd')
    expect(world.asked).toBeLessThanOrEqual(30)
    expect(await check('bearer', 'crowd', true)).toBe('RATE_LIMITED')
    expect(await check('bearer', 'elsewhere', true)).toBe('good')
    expect(await check('cookie', 'crowd', true)).toBe('good')
    expect(await check('token', 'crowd', true)).toBe('good')
    world.nowMs = 4_000
    expect(await check('bearer', 'crowd', true)).toBe('good')
  })

  test("check a network's tokens one by one once ten have failed, to spare auth", async () => {
    const { world, checkMany } = build()
    expect(await checkMany(30, 'token', 'crowd', true)).toEqual(Array(30).fill('good'))
    expect(world.most).toBe(16)
    await checkMany(10, 'token', 'crowd')
    world.most = 0
    await checkMany(30, 'token', 'crowd')
    expect(world.most).toBe(1)
    expect(await checkMany(3, 'token', 'crowd', true)).toEqual(Array(3).fill('good'))
    await checkMany(5, 'token', 'elsewhere', true)
    expect(world.most).toBe(5)
  })
})
