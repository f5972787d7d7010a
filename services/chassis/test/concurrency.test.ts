import { expect, test } from '@jest/globals'
import { createConcurrencyLimiter, forEachLimited } from '../src/index.js'

const settled = () => new Promise(setImmediate)

/** Work that ends on request. */
function works() {
  const underWay: (() => void)[] = []
  const started: number[] = []
  const work = (number: number) => () =>
    new Promise<number>((resolve) => {
      started.push(number)
      underWay.push(() => resolve(number))
    })
  return { started, work, endOne: () => underWay.shift()?.() }
}

test('runs a limited number at once, queues in order and rejects the rest', async () => {
  const { started, work, endOne } = works()
  const limited = createConcurrencyLimiter({ running: 2, waiting: 2, refusal: 'UNAVAILABLE' })
  const results = [1, 2, 3, 4].map((number) => limited(work(number)))
  await expect(limited(work(5))).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  await settled()
  expect(started).toEqual([1, 2])
  endOne()
  await expect(results[0]).resolves.toBe(1)
  await settled()
  expect(started).toEqual([1, 2, 3])
  endOne()
  await results[1]
  endOne()
  await results[2]
  endOne()
  await expect(Promise.all(results)).resolves.toEqual([1, 2, 3, 4])
})

test('frees its place when the work fails', async () => {
  const limited = createConcurrencyLimiter({ running: 1, waiting: 1, refusal: 'UNAVAILABLE' })
  const failing = limited(() => Promise.reject(new Error('broken')))
  const next = limited(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})

test('a limited walk works on every item, at most so many at a time, and then rejects with the first failure', async () => {
  const done: number[] = []
  let [running, most] = [0, 0]
  const work = async (item: number): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    if (item % 3 === 2) throw new Error(`item ${item}`)
    done.push(item)
  }
  await expect(forEachLimited([0, 1, 2, 3, 4, 5, 6], 2, work)).rejects.toThrow('item 2')
  expect(done.sort()).toEqual([0, 1, 3, 4, 6])
  expect(most).toBe(2)
})
