import { expect, test } from '@jest/globals'
import { networkOf } from '../../src/http/network-of.js'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0'],
  ['2001:0DB8::7:1:2:3:4', '2001:db8:0'],
  ['2001:db8::', '2001:db8:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
  ['::1', '0:0:0'],
  ['', ''],
])('%s is of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
