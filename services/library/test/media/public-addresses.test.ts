import { describe, expect, test } from '@jest/globals'
import { addressesOf, isPublicAddress, type HostAddress } from '../../src/media/public-addresses.js'

const never = async (): Promise<HostAddress[]> => {
  throw new Error('nobody may be asked')
}
const resolvesTo =
  (...addresses: string[]) =>
  async (): Promise<HostAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('an address of the public internet', () => {
  test.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111'])('is %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    '127.0.0.1', '127.255.0.1', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254',
    '100.64.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1', '192.0.2.1', '198.18.0.1', '::', '::1', 'fe80::1',
    'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:93.184.216.34', '::127.0.0.1', '64:ff9b::7f00:1',
    '2002:7f00:1::', '2001:db8::1', 'nonsense',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false)) // prettier-ignore
})

describe('a host', () => {
  test.each([
    'http://127.0.0.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/', 'http://127.1/', 'http://0/',
    'http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://[::]/', 'http://①②⑦.0.0.1/',
  ])('%s is refused without asking anybody', async (text) => {
    await expect(addressesOf(new URL(text), false, never)).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
  }) // prettier-ignore

  test('is refused for one private address among its public ones', async () => {
    const resolve = resolvesTo('93.184.216.34', '10.0.0.1')
    const url = new URL('http://cdn.kla.test/')
    await expect(addressesOf(url, false, resolve)).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
    await expect(addressesOf(url, true, resolve)).resolves.toHaveLength(2)
  })

  test('that nobody knows is unavailable', async () => {
    const url = new URL('http://cdn.kla.test/')
    await expect(addressesOf(url, false, never)).rejects.toMatchObject({ reason: 'MEDIA_UNAVAILABLE' })
    await expect(addressesOf(url, false, resolvesTo())).rejects.toMatchObject({ reason: 'MEDIA_UNAVAILABLE' })
  })
})
