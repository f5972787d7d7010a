import { expect, test } from '@jest/globals'
import { KlaError, onceAvailable } from '@kla/chassis'
import { quietLogger } from '@kla/testkit'

const log = quietLogger()
const running = { stopped: () => false }

test('what a start needs is tried until the store is there', async () => {
  let tries = 0
  const work = async (): Promise<number> => {
    if (++tries < 3) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    return tries
  }
  expect(await onceAvailable({ health: running, log }, work)).toBe(3)
})

test('what time does not heal ends the start at once', async () => {
  let tries = 0
  const work = async (): Promise<never> => {
    tries += 1
    throw Object.assign(new Error('password authentication failed'), { code: '28P01' })
  }
  await expect(onceAvailable({ health: running, log }, work)).rejects.toThrow('password')
  expect(tries).toBe(1)
})

test('nobody goes on trying in a process that stops', async () => {
  const work = () => Promise.reject(new KlaError('UNAVAILABLE'))
  await expect(onceAvailable({ health: { stopped: () => true }, log }, work)).rejects.toMatchObject({
    reason: 'UNAVAILABLE',
  })
})
