import { expect, test } from '@jest/globals'
import { toBulk } from '../../../src/console/gif-control/bulk-draft.js'

test('visible is a figure, and one tag or none goes along', () => {
  expect(toBulk(['https://a.example/1'], { visible: true, tag: 'hentai' })).toEqual({
    urls: ['https://a.example/1'],
    visible: 1,
    tags: ['hentai'],
  })
  expect(toBulk([], { visible: false, tag: '' })).toEqual({ urls: [], visible: 0, tags: null })
})
