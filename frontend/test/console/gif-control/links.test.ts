import { describe, expect, test } from '@jest/globals'
import { inBatches, readLinks, toBulk, withLink, withoutLink } from '../../../src/console/gif-control/links.js'

describe('links', () => {
  test('splits at whitespace, keeps http and https links, each once', () => {
    const text = `  https://a.example/1.mp4\nhttp://a.example/2.mp4\t https://a.example/1.mp4
      ftp://a.example/3.mp4 javascript:alert(1) //a.example httpx://a.example a.example  `
    expect(readLinks(text)).toEqual(['https://a.example/1.mp4', 'http://a.example/2.mp4'])
  })

  test.each(['', ' \n\t ', 'no links here'])('finds no links in %j', (text) => {
    expect(readLinks(text)).toEqual([])
  })

  test("omits a link above the server's length limit", () => {
    const longest = `https://a.example/${'x'.repeat(2048 - 18)}`
    expect(readLinks(`${longest} ${longest}y`)).toEqual([longest])
  })

  test('adds a link once and removes it again', () => {
    const two = withLink(withLink('https://a.example/1', 'https://a.example/2'), 'https://a.example/2')
    expect(two).toBe('https://a.example/1\nhttps://a.example/2')
    expect(withoutLink(two, 'https://a.example/1')).toBe('https://a.example/2')
    expect(withoutLink('https://a.example/1', 'https://a.example/1')).toBe('')
  })

  test('keeps every link in order, in batches of at most the given size', () => {
    expect(inBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
    expect(inBatches([], 2)).toEqual([])
  })
})

describe('bulk draft', () => {
  test('sends visibility as a number, with one tag or none', () => {
    expect(toBulk(['https://a.example/1'], { visible: true, tag: 'hentai', acts: ['drawn'] })).toEqual({
      urls: ['https://a.example/1'],
      visible: 1,
      tags: ['hentai'],
      acts: ['drawn'],
    })
    expect(toBulk([], { visible: false, tag: '', acts: null })).toEqual({
      urls: [],
      visible: 0,
      tags: null,
      acts: null,
    })
  })
})
