import { describe, expect, test } from '@jest/globals'
import { gifAddress } from '../../src/domain/gif-address.js'

describe('the address of a GIF', () => {
  test.each([
    ['https://CDN.kla.test:443/A.gif#t=1', 'https://cdn.kla.test/A.gif'],
    ['http://cdn.kla.test', 'http://cdn.kla.test/'],
    ['https://cdn.kla.test/a/../b c.gif?x=1', 'https://cdn.kla.test/b%20c.gif?x=1'],
  ])('%s is kept as %s', (given, kept) => expect(gifAddress(given)).toBe(kept))

  test.each([
    '', 'hello', 'ftp://a/b', 'javascript:alert(1)', 'data:image/gif;base64,AA', 'file:///etc/passwd',
    'https://me:secret@cdn.kla.test/', 'https://me@cdn.kla.test/', `https://cdn.kla.test/${'x'.repeat(2_048)}`,
  ])('%s is none', (given) => expect(gifAddress(given)).toBeUndefined()) // prettier-ignore
})
