import { expect, test } from '@jest/globals'
import { inBatches, readLinks, toBulk, withLink, withoutLink } from '../../../src/console/gif-control/links.js'

test('links are split on blanks, each is counted once, and only http and https are kept', () => {
  const text = `  https://a.example/1.mp4\nhttp://a.example/2.mp4\t https://a.example/1.mp4
    ftp://a.example/3.mp4 javascript:alert(1) //a.example httpx://a.example a.example  `
  expect(readLinks(text)).toEqual(['https://a.example/1.mp4', 'http://a.example/2.mp4'])
})

test.each(['', ' \n\t ', 'no links here'])('there are none in %j', (text) => {
  expect(readLinks(text)).toEqual([])
})

test('an address that the server would not take is left out', () => {
  const longest = `https://a.example/${'x'.repeat(2048 - 18)}`
  expect(readLinks(`${longest} ${longest}y`)).toEqual([longest])
})

test('a link is gathered once, and can be given back', () => {
  const two = withLink(withLink('https://a.example/1', 'https://a.example/2'), 'https://a.example/2')
  expect(two).toBe('https://a.example/1\nhttps://a.example/2')
  expect(withoutLink(two, 'https://a.example/1')).toBe('https://a.example/2')
  expect(withoutLink('https://a.example/1', 'https://a.example/1')).toBe('')
})

test('batches hold all, in their order, and none is larger than said', () => {
  expect(inBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(inBatches([], 2)).toEqual([])
})

test('visible is a figure, and one tag or none goes along', () => {
  expect(toBulk(['https://a.example/1'], { visible: true, tag: 'hentai' })).toEqual({
    urls: ['https://a.example/1'],
    visible: 1,
    tags: ['hentai'],
  })
  expect(toBulk([], { visible: false, tag: '' })).toEqual({ urls: [], visible: 0, tags: null })
})
