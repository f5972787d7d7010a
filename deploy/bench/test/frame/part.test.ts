import { expect, test } from '@jest/globals'
import { interleave } from '../../src/frame/part.js'

test('measures contenders in turn, round after round', async () => {
  const order: string[] = []
  const contender = (who: string) => ({
    who,
    measure: async (round: number) => {
      order.push(`${who} ${round}`)
      return round * 10
    },
  })
  const measured = await interleave([contender('ours'), contender('theirs')], 2)
  expect(order).toEqual(['ours 1', 'theirs 1', 'ours 2', 'theirs 2'])
  expect([...measured]).toEqual([
    ['ours', [10, 20]],
    ['theirs', [10, 20]],
  ])
})
