import { describe, expect, test } from '@jest/globals'
import { KlaError, onceAvailable } from '@kla/chassis'
import { quietLogger } from '@kla/testkit'

const log = quietLogger()
const running = { stopped: () => false }

describe('onceAvailable', () => {
  test('retries until the store is available', async () => {
    let tries = 0
    const work = async (): Promise<number> => {
      if (++tries < 3) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      return tries
    }
    expect(await onceAvailable({ health: running, log }, work)).toBe(3)
  })

  test('rejects at once on a permanent error', async () => {
    let tries = 0
    const work = async (): Promise<never> => {
      tries += 1
      throw Object.assign(new Error('password authentication failed'), { code: '28P01' })
    }
    await expect(onceAvailable({ health: running, log }, work)).rejects.toThrow('password')
    expect(tries).toBe(1)
  })

  test('stops retrying when the process stops', async () => {
    const work = () => Promise.reject(new KlaError('UNAVAILABLE'))
    await expect(onceAvailable({ health: { stopped: () => true }, log }, work)).rejects.toMatchObject({
      reason: 'UNAVAILABLE',
    })
  })
})
