import { expect, test } from '@jest/globals'
import { asItIs, createReach } from '../../src/bots/reach.js'

test('replaces the origin of what it knows, and leaves everything else', () => {
  const reach = createReach(new Map([['https://kla.test', 'http://kla-gateway:8080']]))
  expect(reach('https://kla.test/auth/user?a=b#c')).toBe('http://kla-gateway:8080/auth/user?a=b')
  expect(reach('https://kla.test:8443/auth/user')).toBe('https://kla.test:8443/auth/user')
  expect(reach('http://other.test/x')).toBe('http://other.test/x')
  expect(asItIs('http://other.test/x')).toBe('http://other.test/x')
})
