import { expect, test } from '@jest/globals'
import { runAtRate } from '../../src/steps/rate.js'

test('runs as often as asked and resolves to the count', async () => {
  let done = 0
  const times = await runAtRate({ perSecond: 500, forMs: 200 }, async () => {
    await new Promise(setImmediate)
    done += 1
  })
  expect(done).toBe(times)
  expect(times).toBeGreaterThan(1)
  expect(times).toBeLessThanOrEqual(101)
})

test('rejects with the first failure', async () => {
  const failing = runAtRate({ perSecond: 1_000, forMs: 5 }, () => Promise.reject(new Error('gone')))
  await expect(failing).rejects.toThrow('gone')
})
