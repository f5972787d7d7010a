import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { forwardedParameters, returnPath } from '../../src/login/rules.js'

test('forwards the configured parameters and no others', () => {
  expect(forwardedParameters({ persona: 'Ada', scope: 'bot' }, ['persona'])).toEqual({ persona: 'Ada' })
  expect(forwardedParameters({ persona: 'Ada' }, [])).toEqual({})
})

const SITE = 'https://kla.example'

describe('returnPath', () => {
  test.each([
    ['', '/'],
    ['/', '/'],
    ['/shop#gif-saves', '/shop#gif-saves'],
    ['/join-room?room=0199&passcode=a%26b', '/join-room?room=0199&passcode=a%26b'],
    ['/join-room?room=a&passcode=//', '/join-room?room=a&passcode=//'],
    ['/join-room?passcode=ß', '/join-room?passcode=%C3%9F'],
    ['/a/../settings', '/settings'],
  ])('maps %j to %j', (given, path) => {
    expect(returnPath(given)).toEqual({ path })
  })

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/a//b',
    'https://evil.example/',
    'javascript:alert(1)',
    'settings',
    ' /settings',
    '/\u0000',
    '/\u202eevil',
    `/${'x'.repeat(3_000)}`,
  ])('rejects %j', (given) => {
    expect(returnPath(given)).toEqual({ refused: 'INVALID_REDIRECT' })
  })

  const piece = fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '@',
    ':',
    '?',
    '#',
    '\t',
    '\r\n',
    'evil.example',
    'a',
  )
  const hostile = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

  test('never leads away from the site for any input', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath()), (given) => {
        const result = returnPath(given)
        if ('refused' in result) return
        const resolved = new URL(result.path, SITE)
        expect(resolved.origin).toBe(SITE)
        expect(result.path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/)
        // The function is idempotent.
        expect(returnPath(result.path)).toEqual(result)
      }),
      { numRuns: 5_000 },
    )
  })

  test('keeps any plain path of the site as it is', () => {
    const segment = fc.stringMatching(/^[a-z0-9_-]{1,12}$/)
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), fc.dictionary(segment, segment), (segments, query) => {
        const search = new URLSearchParams(query).toString()
        const path = `/${segments.join('/')}${search === '' ? '' : `?${search}`}`
        expect(returnPath(path)).toEqual({ path })
      }),
    )
  })
})
