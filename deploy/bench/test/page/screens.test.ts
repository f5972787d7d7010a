import { describe, expect, test } from '@jest/globals'
import { floorPage } from '../../src/page/screens.js'

describe('floorPage', () => {
  test('has a paragraph for each line with text', () => {
    const page = floorPage('Find your opponent\n\n  \nOpen a room')
    expect(page.match(/<p>.*<\/p>/g)).toEqual(['<p>Find your opponent</p>', '<p>Open a room</p>'])
  })

  test('escapes markup', () => {
    expect(floorPage('a < b & c <b>')).toContain('<p>a &lt; b &amp; c &lt;b&gt;</p>')
  })

  test('has no script', () => {
    expect(floorPage('Welcome')).not.toMatch(/script/)
  })
})
