import { afterEach, describe, expect, test } from '@jest/globals'
import { quietLogger } from '@kla/testkit'
import fastify, { type FastifyInstance } from 'fastify'
import { registerPublicAddress } from '../../../src/http/plugins/public-address.js'

const PAGE = { accept: 'text/html,*/*;q=0.8' }

describe('a page', () => {
  let app: FastifyInstance
  afterEach(() => app.close())

  const open = (
    headers: Readonly<Record<string, string>>,
    { publicUrl = 'http://localhost:8080', url = '/gameroom?a=1', trustProxy = false } = {},
  ) => {
    app = fastify({ trustProxy })
    registerPublicAddress(app, { publicUrl, log: quietLogger() })
    app.get('/gameroom', async () => 'the lobby')
    return app.inject({ url, headers })
  }

  test.each(['127.0.0.1:8080', '[::1]:8080', '10.0.0.7', 'www.kla.example', 'LOCALHOST:81'])(
    'opened at %s leads to the same page at the public address',
    async (host) => {
      const { statusCode, headers } = await open({ ...PAGE, host })
      expect([statusCode, headers.location]).toEqual([307, 'http://localhost:8080/gameroom?a=1'])
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test.each([
    ['at the public address', { ...PAGE, host: 'LocalHost:8080' }, {}],
    ['at its default port', { ...PAGE, host: 'kla.example:443' }, { publicUrl: 'https://kla.example' }],
    ['by a call', { accept: 'application/json', host: '127.0.0.1:8080' }, {}],
    ['into a frame', { ...PAGE, host: '127.0.0.1:8080', 'sec-fetch-dest': 'iframe' }, {}],
    ['by a name that is none', { ...PAGE, host: 'a b' }, {}],
    [
      'behind a proxy that says which name was opened',
      { ...PAGE, host: 'kla:80', 'x-forwarded-host': 'localhost:8080' },
      { trustProxy: true },
    ],
  ])('is served when asked for %s', async (_how, headers, options) => {
    expect((await open(headers, options)).body).toBe('the lobby')
  })

  test('is served after one redirect, because a proxy may rewrite the name', async () => {
    const { headers } = await open({ ...PAGE, host: 'kla:80' })
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
    expect((await open({ ...PAGE, host: 'kla:80', cookie })).body).toBe('the lobby')
  })
})
