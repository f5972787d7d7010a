import { isIPv4, isIPv6 } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { containsAddress, isIpv4, isIpv6 } from '../../../src/signals/rules/candidate.js'

const piece = fc.constantFrom('0', '1', '255', '256', 'fe80', 'abcd1', ':', '::', '.', '1.2.3.4', 'g', '')
const mdns = fc.uuid().map((name) => `${name}.local`)
const nearlyAddress = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''))

describe('IP address rules', () => {
  test('agree with Node about what an address is', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyAddress, fc.ipV4(), fc.ipV6()), (text) => {
        expect(isIpv4(text)).toBe(isIPv4(text))
        expect(isIpv6(text)).toBe(isIPv6(text))
      }),
      { numRuns: 5_000 },
    )
  })

  test('find an address anywhere in a text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), mdns), fc.string(), (address, text) => {
        expect(containsAddress(`${text} ${address} ${text}`)).toBe(true)
        expect(containsAddress(`a=face:${address}`)).toBe(true)
      }),
    )
  })

  test.each([
    'a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid',
    'a=rtpmap:111 opus/48000/2',
    'a=ice-pwd:abcdef0123456789',
  ])('find none in %s', (line) => expect(containsAddress(line)).toBe(false))
})
