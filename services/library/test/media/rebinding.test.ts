import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardedRequest } from '../../src/media/guarded-request.js'
import type { HostAddress } from '../../src/media/public-addresses.js'

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

test('a name that changes its mind leads to the address that was checked', async () => {
  expect(await read('/', changingName('127.0.0.1', '127.0.0.2'))).toBe('checked')
  expect(asked).toEqual(['checked'])
})

test('a name is checked again with each redirect', async () => {
  expect(await read('/?to=/again', changingName('127.0.0.1', '127.0.0.2'))).toBe('other')
  const strict = `http://strict.kla.test:${port}/`
  await expect(read(`/?to=${strict}`, changingName('127.0.0.1'))).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
  expect(asked).toEqual(['checked', 'other', 'checked'])
})

test('a name that has come to mean something private is refused, and nothing is asked', async () => {
  const refused = read('/', changingName('10.0.0.1', '93.184.216.34'), 'strict')
  await expect(refused).rejects.toMatchObject({ reason: 'MEDIA_NOT_ALLOWED' })
  expect(asked).toEqual([])
})
