import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { addressesOf, guardedRequest, type HostAddress, isPublicAddress } from '../../src/shared/guarded-request.js'

const never = async (): Promise<HostAddress[]> => {
  throw new Error('no host may be asked')
}
const resolvesTo =
  (...addresses: string[]) =>
  async (): Promise<HostAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('isPublicAddress', () => {
  test.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111'])('accepts %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    '127.0.0.1', '127.255.0.1', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254',
    '100.64.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1', '192.0.2.1', '198.18.0.1', '::', '::1', 'fe80::1',
    'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:93.184.216.34', '::127.0.0.1', '64:ff9b::7f00:1',
    '2002:7f00:1::', '2001:db8::1', 'nonsense',
  ])('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false)) // oxfmt-ignore
})

describe('addressesOf', () => {
  test.each([
    'http://127.0.0.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/', 'http://127.1/', 'http://0/',
    'http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://[::]/', 'http://①②⑦.0.0.1/',
  ])('refuses %s without a look-up', async (text) => {
    await expect(addressesOf(new URL(text), false, never)).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
  }) // oxfmt-ignore

  test('refuses a host with one private address among its public ones', async () => {
    const resolve = resolvesTo('93.184.216.34', '10.0.0.1')
    const url = new URL('http://cdn.kla.test/')
    await expect(addressesOf(url, false, resolve)).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
    await expect(addressesOf(url, true, resolve)).resolves.toHaveLength(2)
  })

  test('reports an unknown host as unavailable', async () => {
    const url = new URL('http://cdn.kla.test/')
    await expect(addressesOf(url, false, never)).rejects.toMatchObject({ reason: 'MEDIA_UNAVAILABLE' })
    await expect(addressesOf(url, false, resolvesTo())).rejects.toMatchObject({ reason: 'MEDIA_UNAVAILABLE' })
  })
})

// Two hosts of one name and port: the one that was checked, and the one the name means a moment later.
let checked: Server
let other: Server
let port: number
let asked: string[]

beforeEach(async () => {
  asked = []
  const serve = (name: string): Server =>
    createServer((request, response) => {
      asked.push(name)
      const to = new URL(request.url ?? '', 'http://any').searchParams.get('to')
      if (to !== null) response.writeHead(302, { location: to }).end()
      else response.end(name)
    })
  checked = serve('checked')
  checked.listen(0, '127.0.0.1')
  await once(checked, 'listening')
  port = (checked.address() as AddressInfo).port
  other = serve('other')
  other.listen(port, '127.0.0.2')
  await once(other, 'listening')
})
afterEach(() => {
  for (const server of [checked, other]) {
    server.close()
    server.closeAllConnections()
  }
})

/** Answers each address once, then the last of them. */
const changingName = (...answers: string[]) => {
  let at = 0
  return async (): Promise<HostAddress[]> => {
    const address = answers[Math.min(at++, answers.length - 1)] ?? ''
    return [{ address, family: 4 }]
  }
}
/** Of the two names only "clips" may be in a private network. */
const read = (path: string, resolve: () => Promise<HostAddress[]>, name = 'clips'): Promise<string> => {
  const origin = `http://${name}.kla.test:${port}`
  const allowedHosts = [`clips.kla.test:${port}`, `strict.kla.test:${port}`]
  const rules = { allowedHosts, privateOrigins: [`http://clips.kla.test:${port}`] }
  const options = { rules, resolve, signal: AbortSignal.timeout(2_000) }
  return guardedRequest(`${origin}${path}`, options, async ({ body }) => {
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  })
}

test('connects to the checked address when the name changes', async () => {
  expect(await read('/', changingName('127.0.0.1', '127.0.0.2'))).toBe('checked')
  expect(asked).toEqual(['checked'])
})

test('checks a name again with each redirect', async () => {
  expect(await read('/?to=/again', changingName('127.0.0.1', '127.0.0.2'))).toBe('other')
  const strict = `http://strict.kla.test:${port}/`
  await expect(read(`/?to=${strict}`, changingName('127.0.0.1'))).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
  expect(asked).toEqual(['checked', 'other', 'checked'])
})

test('refuses a name that has become private without connecting', async () => {
  const refused = read('/', changingName('10.0.0.1', '93.184.216.34'), 'strict')
  await expect(refused).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
  expect(asked).toEqual([])
})
