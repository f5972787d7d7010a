import { describe, expect, test } from '@jest/globals'
import { failAfter, settleWithin } from '../src/index.js'

describe('settleWithin', () => {
  test('waits for work that ends, whether it succeeds or fails', async () => {
    const ended: string[] = []
    const after = (what: string) => new Promise((resolve) => setImmediate(resolve)).then(() => void ended.push(what))
    await settleWithin(600_000, after('well'))
    await settleWithin(
      600_000,
      after('badly').then(() => Promise.reject(new Error('broken'))),
    )
    expect(ended).toEqual(['well', 'badly'])
  })

  test('does not wait for work that never ends', async () => {
    await expect(settleWithin(20, new Promise(() => undefined))).resolves.toBeUndefined()
  })
})

describe('failAfter', () => {
  test('resolves and rejects as the work does when it ends in time', async () => {
    await expect(failAfter(600_000, Promise.resolve('done'))).resolves.toBe('done')
    await expect(failAfter(600_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  test('rejects with UNAVAILABLE when the work does not end in time', async () => {
    await expect(failAfter(20, new Promise(() => undefined))).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  })
})
