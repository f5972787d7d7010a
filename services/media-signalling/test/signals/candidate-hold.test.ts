import { expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import { createCandidateHold } from '../../src/signals/index.js'

test('createCandidateHold releases items in order after the hold', async () => {
  const gone: number[] = []
  const hold = createCandidateHold<number>((item) => gone.push(item), 30)
  for (let item = 0; item < 50; item++) hold.add(item)
  expect(gone).toEqual([])
  await eventually(() => expect(gone).toHaveLength(50))
  hold.add(50)
  await eventually(() => expect(gone).toEqual(Array.from({ length: 51 }, (_, item) => item)))
})

test('createCandidateHold releases everything on flush', () => {
  const gone: string[] = []
  const hold = createCandidateHold<string>((item) => gone.push(item), 60_000)
  hold.add('one')
  hold.add('other')
  hold.flush()
  expect(gone).toEqual(['one', 'other'])
})
