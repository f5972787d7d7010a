import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { getAvatar } from '../../src/media/rpc.js'
import { resolveByDns } from '../../src/shared/guarded-request.js'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const HASH = 'a'.repeat(32)
const asked: string[] = []
let network: Server
let baseUrl: string

beforeAll(async () => {
  network = createServer((request, response) => {
    asked.push(request.url ?? '')
    const id = request.url?.split('/')[2]
    if (id === '1') response.end(PNG)
    else if (id === '2') response.end('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    else if (id === '3') response.end(Buffer.concat([PNG, Buffer.alloc(600 * 1024)]))
    else if (id === '4') response.writeHead(302, { location: '/avatars/1/x.png' }).end()
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(network.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => network.close(resolve)))

const get = async (discordId: string, avatar = HASH, privateOrigins = [baseUrl]) =>
  getAvatar({ baseUrl, privateOrigins, resolve: resolveByDns, timeoutMs: 5_000 })(
    { discordId, avatar },
    undefined as never,
  )

test('returns a picture of the content network with its type', async () => {
  expect(await get('1')).toEqual({ contentType: 'image/png', content: PNG })
  expect(asked.at(-1)).toBe(`/avatars/1/${HASH}.png?size=128`)
})

test.each([
  ['what is no raster picture', '2', 'MEDIA_UNAVAILABLE'],
  ['more than 512 KiB', '3', 'MEDIA_TOO_LARGE'],
  ['a redirect', '4', 'MEDIA_UNAVAILABLE'],
  ['a picture that is gone', '5', 'MEDIA_NOT_FOUND'],
])('rejects %s', async (_what, id, reason) => {
  await expect(get(id)).rejects.toMatchObject({ reason })
})

test('requests nothing for an id or hash that would change the address', async () => {
  const before = asked.length
  for (const [id, avatar] of [
    ['1/../2', HASH],
    ['', HASH],
    ['1', '../x'],
    ['1', 'a?b'],
    ['1', ''],
  ] as const) {
    await expect(get(id, avatar)).rejects.toMatchObject({ reason: 'MEDIA_NOT_FOUND' })
  }
  expect(asked).toHaveLength(before)
})

test('does not reach a private network unless it is the configured origin', async () => {
  await expect(get('1', HASH, [])).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
})
