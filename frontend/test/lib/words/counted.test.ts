import { expect, test } from '@jest/globals'
import { counted } from '../../../src/lib/words/counted.js'

test('only one of a thing is singular', () => {
  expect(counted(0, 'point')).toBe('0 points')
  expect(counted(1, 'point')).toBe('1 point')
  expect(counted(2, 'point')).toBe('2 points')
})
