import { expect, test } from '@jest/globals'
import { inOrder } from '../../../src/features/gif-library/rules.js'

const gifs = [3, 2, 1].map((id) => ({ id, gif_url: `https://clips.example/${id}.mp4`, thumbnail: '' }))
const idsIn = (order: 'newest' | 'oldest') => inOrder(gifs, order).map(({ id }) => id)

test('sorts by the date saved without changing the list that the server sent', () => {
  expect(idsIn('oldest')).toEqual([1, 2, 3])
  expect(idsIn('newest')).toEqual([3, 2, 1])
})
