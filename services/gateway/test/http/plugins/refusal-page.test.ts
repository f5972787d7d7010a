import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { isNavigation } from '../../../src/http/url-prefixes.js'
import type { Service } from '../../../src/index.js'
import { createWorld, PUBLIC_URL, type World } from '../../support/world.js'

let world: World
let gateway: Service
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  gateway = await world.gateway()
  app = gateway.http
  world.auth.person(1)
})
afterAll(() => world.stop())

const browser = {
  host: new URL(PUBLIC_URL).host,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
const open = (url: string, cookie = '') => app.inject({ url, headers: { ...browser, cookie } })
const linksOf = (page: string) =>
  [...page.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, to, text]) => `${text}: ${to}`)

describe('isNavigation', () => {
  test.each([
    [{ accept: 'text/html' }, true],
    [browser, true],
    [{ accept: 'application/json, text/html;q=0.5' }, false],
    [{ accept: 'text/html;q=0, application/json' }, false],
    [{ accept: '*/*' }, false],
    [{}, false],
    [{ accept: 'text/html', 'sec-fetch-mode': 'cors' }, false],
    [{ accept: '*/*', 'sec-fetch-mode': 'navigate' }, true],
  ])('reads %j as %j', (headers, expected) => {
    expect(isNavigation({ method: 'GET', headers })).toBe(expected)
  })
})

test('isNavigation accepts a change only when the browser says so', () => {
  expect(isNavigation({ method: 'POST', headers: { accept: 'text/html' } })).toBe(false)
  expect(isNavigation({ method: 'POST', headers: browser })).toBe(true)
})

describe('a refused navigation', () => {
  test.each([
    [
      'a cancelled login',
      '/auth/discord/callback?error=access_denied&state=s',
      401,
      'You cancelled the login at Discord.',
    ],
    ['an old state', '/auth/discord/callback?code=old&state=s', 401, 'log you in. Please try again.'],
    ['an answer that no login could have', '/auth/discord/callback?state=a&state=b', 400, 'Something in that request'],
    ['a return address of another site', '/auth/discord?redirectBackTo=%2F%2Fevil.example', 400, 'a page on this site'],
    ['a clip without a session', '/media?u=https%3A%2F%2Fclips.example%2Fa.mp4', 403, ''],
    ['a picture that is not there', '/api/avatars/..', 404, 'The link may be old or incomplete.'],
    ['an unknown address', '/auth/nowhere', 404, 'The link may be old or incomplete.'],
    ['the wrong method', '/auth/logout', 405, 'support that request'],
    ['the console without a token', '/admin/session', 401, ''],
    ['an address that cannot be decoded', '/user/%E0%A4%A', 400, 'Something in that request'],
  ])('gets a page with a link: %s', async (_name, url, status, text) => {
    const { statusCode, headers, body } = await open(url, 'kla_login=browser-secret')
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      status,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(body).toContain(text)
    expect(body).toMatch(/<html lang="en">[^]*<title>[^<]+ \| Kla<\/title>[^]*<main>[^]*<h1>[^<]+<\/h1>/)
    expect(linksOf(body).length).toBeGreaterThan(0)
    expect(body).not.toMatch(/<script| style=| on[a-z]+=/)
    const json = await app.inject({ url, headers: { cookie: 'kla_login=browser-secret' } })
    expect([json.statusCode, Object.keys(json.json<object>()).sort()]).toEqual([status, ['code', 'error']])
  })

  test('is styled within its policy', async () => {
    const { headers, body } = await open('/auth/nowhere')
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers).toMatchObject({
      'content-security-policy': `default-src 'none';style-src 'sha256-${hash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    })
  })

  test('says when to try again, as our own limit or an outage does', async () => {
    const limited = (await world.gateway({ restLimitPerMinute: 1, trustProxy: 1 })).http
    await limited.inject({ url: '/auth/user' })
    const { statusCode, headers, body } = await limited.inject({ url: '/auth/user?a="b"', headers: browser })
    expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(body).toMatch(/Try again in (\d+ seconds|1 minute)\./)
    expect(linksOf(body)[0]).toMatch(/^Try again: \/auth\/user\?a=(%22|&quot;)b(%22|&quot;)$/)

    world.auth.down = true
    const away = await open('/checkout/form/cs_1', 'kla=session-1')
    world.auth.down = false
    expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '5'])
    expect(away.body).toContain('Try again in 5 seconds.')
    expect(linksOf(away.body)).toEqual(['Try again: /checkout/form/cs_1', 'Back to the shop: /shop'])
  })

  test('without the files of the site gets a page that says when to come back', async () => {
    const { http } = await world.gateway({ staticDir: '/nowhere' })
    for (const site of ['none', 'cross-site']) {
      const { statusCode, headers, body } = await http.inject({
        url: '/shop',
        headers: { ...browser, 'sec-fetch-site': site },
      })
      expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
      expect(linksOf(body)).toEqual(['Try again: /shop', 'Back to the lobby: /gameroom'])
    }
  })

  test('of a page that a payment page posted to leads to that page', async () => {
    const posted = {
      method: 'POST',
      headers: { ...browser, origin: 'https://bank.example', 'sec-fetch-site': 'cross-site' },
    } as const
    const answer = await app.inject({ ...posted, url: '/settings?session_id=o.1', payload: 'status=approved' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${PUBLIC_URL}/settings?session_id=o.1`])
    const elsewhere = await app.inject({ ...posted, url: '//evil.example/shop' })
    expect(elsewhere.headers.location).toBe(`${PUBLIC_URL}//evil.example/shop`)
  })

  test('of a form that was posted gets a page without a link to post it again', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/auth/logout',
      headers: { ...browser, origin: 'https://bank.example' },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(linksOf(answer.body)).toEqual(['Back to the lobby: /gameroom'])
  })

  test('gets a page when cookies overflow the headers', async () => {
    const send = (accept: string): Promise<string> => {
      const socket = connect(gateway.ports.http, '127.0.0.1')
      socket.write(`GET / HTTP/1.1\r\nHost: kla\r\nAccept: ${accept}\r\nCookie: a=${'x'.repeat(40_000)}\r\n\r\n`)
      return text(socket)
    }
    expect(await send('text/html,*/*')).toMatch(
      /^HTTP\/1.1 431 [^]*content-security-policy: [^]*Delete this site.s cookies/,
    )
    expect(await send('*/*')).toMatch(/^HTTP\/1.1 431 [^]*\r\n\r\n\{"error"/)
  })
})

describe('a login that fails in a browser', () => {
  test('starts again where it began', async () => {
    const begun = await open('/auth/discord?redirectBackTo=%2Fjoin-room%3Froom%3Dr.1%26passcode%3Dp')
    const cookie = `kla_login=${encodeURIComponent(begun.cookies[0]?.value ?? '')}`
    const cancelled = await open('/auth/discord/callback?error=access_denied&state=s', cookie)
    expect(linksOf(cancelled.body)).toEqual([
      'Try again: /auth/discord?redirectBackTo=%2Fjoin-room%3Froom%3Dr.1%26passcode%3Dp',
      'Back to the lobby: /gameroom',
    ])
    const reloaded = await open(
      '/auth/discord/callback?error=access_denied&state=s',
      `kla_login=${encodeURIComponent(cancelled.cookies[0]?.value ?? '')}`,
    )
    expect(linksOf(reloaded.body)).toEqual(linksOf(cancelled.body))
  })

  test.each([
    ['.%2Fshop', `${PUBLIC_URL}/shop`],
    ['', `${PUBLIC_URL}/`],
    ['.%2F%2Fevil.example%2F', `${PUBLIC_URL}/`],
    ['.https%3A%2F%2Fevil.example%2F', `${PUBLIC_URL}/`],
    ['.javascript%3Aalert(1)', `${PUBLIC_URL}/`],
  ])('leads on to the page when someone is signed in already: %s', async (value, location) => {
    const again = await open('/auth/discord/callback?code=used&state=s', `kla=session-1; kla_login=${value}`)
    expect([again.statusCode, again.headers.location]).toEqual([302, location])
  })

  test("keeps the protocol's answer for signed-in callers", async () => {
    const answer = await app.inject({
      url: '/auth/discord/callback?code=used&state=s',
      headers: { cookie: 'kla=session-1' },
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'LOGIN_FAILED' }])
  })

  test("passes the provider's limit on", async () => {
    const url = '/auth/discord/callback?code=limited&state=s'
    const cookie = 'kla_login=browser-secret'
    const page = await open(url, cookie)
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '3600'])
    expect(page.body).toContain('Try again in 60 minutes.')
    const json = await app.inject({ url, headers: { cookie } })
    expect([json.headers['retry-after'], json.json()]).toEqual([
      '3600',
      { error: 'Try again in 60 minutes.', code: 'LOGIN_LIMITED' },
    ])
  })
})
