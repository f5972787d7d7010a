import { expect, test } from '@jest/globals'
import { shareNext } from '../../src/shared/concurrency.js'

function build() {
  const runs: { resolve(value: number): void; reject(error: Error): void }[] = []
  const ask = shareNext(() => new Promise<number>((resolve, reject) => runs.push({ resolve, reject })))
  return { runs, ask }
}

test('shares the next run between all calls during a run', async () => {
  const { runs, ask } = build()
  const first = ask()
  const later = [ask(), ask(), ask()]
  expect(runs).toHaveLength(1)
  runs[0]?.resolve(1)
  await expect(first).resolves.toBe(1)
  await Promise.resolve()
  expect(runs).toHaveLength(2)
  runs[1]?.resolve(2)
  await expect(Promise.all(later)).resolves.toEqual([2, 2, 2])
})

test('never resolves to data read before the call', async () => {
  const { runs, ask } = build()
  const first = ask()
  runs[0]?.resolve(1)
  await first
  const second = ask()
  runs[1]?.resolve(2)
  await expect(second).resolves.toBe(2)
})

test('continues after a failure', async () => {
  const { runs, ask } = build()
  const first = ask()
  const second = ask()
  runs[0]?.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await Promise.resolve()
  runs[1]?.resolve(2)
  await expect(second).resolves.toBe(2)
})
