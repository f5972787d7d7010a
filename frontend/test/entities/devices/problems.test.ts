import { describe, expect, test } from '@jest/globals'
import { permissionSteps, problemOf, problemWords } from '../../../src/entities/devices/problems.js'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['Unplugged', 'unplugged'],
  ['NotSupportedError', 'unsupported'],
  ['SomethingNew', 'busy'],
])('problemOf reads %s as %s', (errorName, problem) => {
  expect(problemOf(errorName)).toBe(problem)
})

describe('permissionSteps', () => {
  test.each([
    ['Safari on a Mac', SAFARI, 'Safari menu'],
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 'Website Settings'],
    ['Android', 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36', 'Permissions'],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Blocked'],
    ['Chrome', CHROME, 'Switch on'],
  ])('are those of %s', (_, userAgent, part) => {
    expect(permissionSteps(userAgent).join(' ')).toContain(part)
  })
})

test('problemWords names the device and gives steps only where permission is missing', () => {
  expect(problemWords('camera', 'NotAllowedError', CHROME).steps).toHaveLength(3)
  expect(problemWords('microphone', 'NotReadableError', CHROME)).toMatchObject({
    title: 'Your microphone is busy.',
    steps: [],
  })
})
