import { expect, test } from '@jest/globals'
import { ConcurrencyLimiter } from '../../src/shared/concurrency.js'

test('ConcurrencyLimiter runs a limited number at once and goes on after failures', async () => {
  const limiter = new ConcurrencyLimiter(2)
  let now = 0
  let most = 0
  const work = async (fails: boolean): Promise<void> => {
    most = Math.max(most, (now += 1))
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    if (fails) throw new Error('failed')
  }
  const done = await Promise.allSettled([false, true, true, false, false].map((fails) => limiter.run(() => work(fails))))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(most).toBe(2)
})
