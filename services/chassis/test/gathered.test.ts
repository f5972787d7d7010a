import { expect, test } from '@jest/globals'
import { setImmediate as turnEnds } from 'node:timers/promises'
import { createGathered } from '../src/gathered.js'

test('what one turn adds is handed over together, in its order, and once', async () => {
  const taken: (readonly number[])[] = []
  const gathered = createGathered<number>((all) => taken.push(all))
  gathered.add(1)
  await Promise.resolve()
  gathered.add(2)
  expect(taken).toEqual([])
  await turnEnds()
  gathered.add(3)
  gathered.empty()
  gathered.empty()
  await turnEnds()
  expect(taken).toEqual([[1, 2], [3]])
})
