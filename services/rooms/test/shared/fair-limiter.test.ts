import { expect, test } from '@jest/globals'
import { FairLimiter } from '../../src/shared/concurrency.js'

/** Work that notes when it begins, and ends when it is released. */
function stage() {
  const begun: string[] = []
  const end = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name)
      end.set(name, resolve)
    })
  const finish = async (name: string): Promise<void> => {
    end.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, work, finish }
}

const busy = { reason: 'ROOMS_BUSY' }

test('alternates between keys: many tasks of one key delay another by one task', async () => {
  const { begun, work, finish } = stage()
  const limiter = new FairLimiter<string>({ concurrency: 1, waitingPerKey: 4, waiting: 10 })
  for (const name of ['a1', 'a2', 'a3']) void limiter.run('a', work(name))
  void limiter.run('b', work('b1'))
  await finish('a1')
  await finish('a2')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await finish('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('runs one task of a key at a time', async () => {
  const { begun, work, finish } = stage()
  const limiter = new FairLimiter<string>({ concurrency: 2, waitingPerKey: 4, waiting: 10 })
  for (const name of ['a1', 'a2']) void limiter.run('a', work(name))
  for (const name of ['b1', 'c1']) void limiter.run(name, work(name))
  expect(begun).toEqual(['a1', 'b1'])
  await finish('b1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await finish('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
})

test('rejects when the queue of the key, or the whole queue, is full', async () => {
  const { begun, work, finish } = stage()
  const limiter = new FairLimiter<string>({ concurrency: 1, waitingPerKey: 1, waiting: 2 })
  for (const name of ['a1', 'a2']) void limiter.run('a', work(name))
  await expect(limiter.run('a', work('a3'))).rejects.toMatchObject(busy)
  void limiter.run('b', work('b1'))
  await expect(limiter.run('c', work('c1'))).rejects.toMatchObject(busy)
  for (const name of ['a1', 'a2', 'b1']) await finish(name)
  void limiter.run('c', work('c2'))
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c2'])
})

test('continues after a failed task', async () => {
  const limiter = new FairLimiter<string>({ concurrency: 1, waitingPerKey: 1, waiting: 1 })
  const failed = limiter.run('a', () => Promise.reject(new Error('failed')))
  const next = limiter.run('a', async () => 'done')
  await expect(failed).rejects.toThrow('failed')
  await expect(next).resolves.toBe('done')
})
