import { describe, expect, test } from '@jest/globals'
import { floorPage } from '../../src/page/screens.js'

describe('the bare page', () => {
  test('has every line of a text as a paragraph, and no empty one', () => {
    const page = floorPage('Find your opponent\n\n  \nOpen a room')
    expect(page.match(/<p>.*<\/p>/g)).toEqual(['<p>Find your opponent</p>', '<p>Open a room</p>'])
  })

  test('shows what looks like a tag as it is written', () => {
    expect(floorPage('a < b & c <b>')).toContain('<p>a &lt; b &amp; c &lt;b&gt;</p>')
  })

  test('has no script', () => {
    expect(floorPage('Welcome')).not.toMatch(/script/)
  })
})
