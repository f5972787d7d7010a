import { describe, expect, test } from '@jest/globals'
import { readManifest } from '../../src/seeding/read-manifest.js'

const entry = { gifUrl: 'https://cdn.kla.test/a.mp4', thumbnail: 'https://cdn.kla.test/a.jpg', categories: ['default'] }

describe('a manifest', () => {
  test('is a list of GIFs', () => {
    expect(readManifest(JSON.stringify([entry]))).toEqual([entry])
    expect(readManifest(JSON.stringify([{ ...entry, thumbnail: undefined }]))).toEqual([{ ...entry, thumbnail: '' }])
  })

  test.each([
    [{}, 'a manifest is a list'],
    [[entry, { ...entry, gifUrl: 'ftp://a' }], 'entry 1: gifUrl'],
    [[{ ...entry, thumbnail: 7 }], 'entry 0: thumbnail'],
    [[{ ...entry, categories: 'default' }], 'entry 0: categories'],
    [[{ ...entry, categories: ['cats'] }], 'entry 0: one of its categories'],
    [[null], 'entry 0: gifUrl'],
  ])('tells its first fault: %j', (value, message) => {
    expect(() => readManifest(JSON.stringify(value))).toThrow(message)
  })
})
