import { expect, test } from '@jest/globals'
import { createSteps } from '../../src/smoke/steps.js'

const never = new AbortController().signal

function reading(signal = never) {
  const said: string[] = []
  let nowMs = 0
  const steps = createSteps({ say: (line) => said.push(line), signal, now: () => (nowMs += 1_250) })
  return { said, steps }
}

test('logs each step with its duration', async () => {
  const { said, steps } = reading()
  expect(await steps.run('a thing is done', async () => 7)).toBe(7)
  await expect(steps.run('another', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(said).toEqual(['ok        1.3 s  a thing is done', 'FAILED    1.3 s  another: broken'])
})

test("fails a step that exceeds the run's time", async () => {
  const time = new AbortController()
  const { said, steps } = reading(time.signal)
  const endless = steps.run('an endless thing', () => new Promise(() => undefined))
  time.abort()
  await expect(endless).rejects.toThrow('over')
  await expect(steps.run('a thing after it', () => new Promise(() => undefined))).rejects.toThrow('over')
  expect(said[0]).toContain('an endless thing: the time for the whole run is over')
})
