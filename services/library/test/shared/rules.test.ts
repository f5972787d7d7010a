import { describe, expect, test } from '@jest/globals'
import { gifAddress, mediaAddress } from '../../src/shared/rules.js'

describe('gifAddress', () => {
  test.each([
    ['https://CDN.kla.test:443/A.gif#t=1', 'https://cdn.kla.test/A.gif'],
    ['http://cdn.kla.test', 'http://cdn.kla.test/'],
    ['https://cdn.kla.test/a/../b c.gif?x=1', 'https://cdn.kla.test/b%20c.gif?x=1'],
  ])('stores %s as %s', (given, kept) => expect(gifAddress(given)).toBe(kept))

  test.each([
    '', 'hello', 'ftp://a/b', 'javascript:alert(1)', 'data:image/gif;base64,AA', 'file:///etc/passwd',
    'https://me:secret@cdn.kla.test/', 'https://me@cdn.kla.test/', `https://cdn.kla.test/${'x'.repeat(2_048)}`,
  ])('rejects %s', (given) => expect(gifAddress(given)).toBeUndefined()) // oxfmt-ignore
})

const rules = {
  allowedHosts: ['cdn.kla.test', 'Clips.kla.test:8443', '127.0.0.1:81'],
  privateOrigins: ['http://127.0.0.1:81'],
}

describe('mediaAddress', () => {
  test.each([
    'https://cdn.kla.test/a.mp4',
    'http://CDN.kla.test/a.mp4?x=1',
    'https://cdn.kla.test:443/a.mp4',
    'https://clips.kla.test:8443/a',
    'http://127.0.0.1:81/a',
    'http://0x7f.1:81/a',
  ])('allows %s', (text) => expect(mediaAddress(text, rules)).toBeDefined())

  test.each([
    'https://cdn.kla.test.evil.test/a.mp4',
    'https://evil.test/cdn.kla.test',
    'https://cdn.kla.test:8080/a.mp4',
    'https://cdn.kla.test./a.mp4',
    'https://clips.kla.test/a',
    'https://user@cdn.kla.test/a',
    'https://user:word@cdn.kla.test/a',
    'https://cdn.kla.test@evil.test/a',
    'ftp://cdn.kla.test/a',
    'file:///etc/passwd',
    'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    '//cdn.kla.test/a',
    'cdn.kla.test/a',
    '',
  ])('refuses %s', (text) => expect(mediaAddress(text, rules)).toBeUndefined())

  test('allows only a listed origin in a private network', () => {
    expect(mediaAddress('http://127.0.0.1:81/a', rules)?.mayBePrivate).toBe(true)
    expect(mediaAddress('https://cdn.kla.test/a', rules)?.mayBePrivate).toBe(false)
    expect(mediaAddress('https://127.0.0.1:81/a', rules)?.mayBePrivate).toBe(false)
  })

  test('resolves a redirect against its origin', () => {
    const base = new URL('https://cdn.kla.test/a/b')
    expect(mediaAddress('../c', rules, base)?.url.href).toBe('https://cdn.kla.test/c')
    expect(mediaAddress('//evil.test/c', rules, base)).toBeUndefined()
  })
})
