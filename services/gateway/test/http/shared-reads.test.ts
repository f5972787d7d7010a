import { expect, test } from '@jest/globals'
import { SharedReads } from '../../src/http/shared-reads.js'

/** Creates reads that the test answers. */
function createReads() {
  const asked: { key: string; answer: (value: string) => void; fail: (error: Error) => void }[] = []
  let nowMs = 0
  const reads = new SharedReads<string>({
    read: (key) => new Promise((answer, fail) => asked.push({ key, answer, fail })),
    keptMs: 1_000,
    now: () => nowMs,
  })
  return { reads, asked, pass: (ms: number) => (nowMs += ms) }
}

test('SharedReads keeps one read in flight per key', async () => {
  const { reads, asked, pass } = createReads()
  const first = reads.read('a')
  pass(5_000)
  const others = [reads.read('a'), reads.read('a')]
  void reads.read('b')
  expect(asked.map(({ key }) => key)).toEqual(['a', 'b'])
  asked[0]?.answer('one')
  expect(await Promise.all([first, ...others])).toEqual(['one', 'one', 'one'])
})

test('SharedReads reuses an answer for its lifetime, counted from the request', async () => {
  const { reads, asked, pass } = createReads()
  const first = reads.read('a')
  asked[0]?.answer('one')
  await first
  pass(999)
  expect(await reads.read('a')).toBe('one')
  pass(1)
  const second = reads.read('a')
  asked[1]?.answer('two')
  expect(await second).toBe('two')
})

test('SharedReads shares a failure with its waiters and does not keep it', async () => {
  const { reads, asked } = createReads()
  const waiting = [reads.read('a'), reads.read('a')]
  asked[0]?.fail(new Error('away'))
  await Promise.all(waiting.map((one) => expect(one).rejects.toThrow('away')))
  const next = reads.read('a')
  asked[1]?.answer('back')
  expect(await next).toBe('back')
})

test('SharedReads does not reuse a read that was in flight when the key was forgotten', async () => {
  const { reads, asked } = createReads()
  const before = reads.read('a')
  reads.forget('a')
  const after = reads.read('a')
  asked[1]?.answer('new')
  asked[0]?.fail(new Error('old'))
  await expect(before).rejects.toThrow('old')
  expect(await after).toBe('new')
  expect(await reads.read('a')).toBe('new')
})
