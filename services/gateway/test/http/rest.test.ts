import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import type { FastifyInstance } from 'fastify'
import { createWorld, PUBLIC_URL, type World } from '../support/world.js'

const EVIDENCE_KEY = 'k'.repeat(43)

let world: World
let app: FastifyInstance
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gateway-'))
  // A path with this name must not make the whole bundle count as hashed files.
  const directory = join(root, 'assets')
  await mkdir(join(directory, 'assets'), { recursive: true })
  await writeFile(join(directory, 'index.html'), '<!doctype html><head><title>Kla</title></head>')
  await writeFile(join(directory, 'assets', 'app-1a2b3c.js'), 'export {}')
  world = await createWorld()
  const service = await world.gateway({
    staticDir: directory,
    loginForwardParameters: ['persona'],
    avatarBaseUrl: 'https://cdn.example/',
    contactEmail: 'help@kla.example',
    sendsMail: true,
    reconnectGraceMs: 15_000,
    evidencePublicKey: EVIDENCE_KEY,
  })
  app = service.http
  world.auth.person(1)
})
afterAll(async () => {
  await world.stop()
  await rm(root, { recursive: true })
})

const signedIn = { cookie: 'kla=session-1' }
const fromThisSite = { origin: PUBLIC_URL }

describe('login', () => {
  test('redirects to the provider with allowed parameters and sets a secret', async () => {
    const response = await app.inject('/auth/discord?redirectBackTo=%2Fjoin-room%3Froom%3Dr&persona=ada&admin=1')
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('https://login.example/authorize?state=s')
    expect(world.auth.calls).toContain('begin /join-room?room=r {"persona":"ada"}')
    expect(response.cookies).toMatchObject([{ name: 'kla_login', httpOnly: true, sameSite: 'Lax', path: '/auth' }])
  })

  test('rejects a return address of another site', async () => {
    const response = await app.inject('/auth/discord?redirectBackTo=%2F%2Fevil.example')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'INVALID_REDIRECT' })
  })

  test('ends with the session cookie where it began', async () => {
    const response = await app.inject({
      url: '/auth/discord/callback?code=good&state=s',
      headers: { cookie: 'kla_login=browser-secret' },
    })
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/gameroom')
    expect(world.auth.calls).toContain('complete good s browser-secret')
    expect(response.cookies).toContainEqual(
      expect.objectContaining({ name: 'kla', value: 'session-1', httpOnly: true, sameSite: 'Lax', path: '/' }),
    )
    expect(response.cookies.find(({ name }) => name === 'kla')).not.toHaveProperty('secure')
  })

  test.each([
    ['/auth/discord/callback?code=bad&state=s', 'kla_login=browser-secret'],
    ['/auth/discord/callback?error=access_denied&state=s', 'kla_login=browser-secret'],
    ['/auth/discord/callback?code=good&state=s', ''],
  ])('fails with an error: %s %s', async (url, cookie) => {
    const response = await app.inject({ url, headers: { cookie } })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'LOGIN_FAILED' })
    expect(response.cookies.find(({ name }) => name === 'kla')).toBeUndefined()
  })
})

describe('GET /auth/user', () => {
  test('is empty without a session', async () => {
    expect((await app.inject('/auth/user')).json()).toEqual({})
    expect((await app.inject({ url: '/auth/user', headers: { cookie: 'kla=forged' } })).json()).toEqual({})
  })

  test('returns the signed-in account', async () => {
    expect((await app.inject({ url: '/auth/user', headers: signedIn })).json()).toEqual({
      id: 1,
      username: 'player1',
      discord_username: 'player1',
      avatar: null,
      global_name: null,
      discord_id: '1001',
      shown_as: 'unchosen',
      player_name: null,
      name_changeable_at: null,
      on_leaderboards: true,
      accessToken: 'token-1',
      ageConfirmed: true,
    })
  })

  test('fails while auth is away instead of signing players out', async () => {
    world.auth.down = true
    const response = await app.inject({ url: '/auth/user', headers: signedIn })
    world.auth.down = false
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(response.json()).toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('PUT /user/name', () => {
  const choose = (to: FastifyInstance, payload: object, id = 1) =>
    to.inject({ method: 'PUT', url: '/user/name', headers: { cookie: `kla=session-${id}`, ...fromThisSite }, payload })

  test('says until when and why a banned player may not show more', async () => {
    const restrictions = [{ scope: 'api', untilMs: 0, reason: 'Scripts', banId: 7 }]
    world.auth.person(31).restrictions = restrictions
    expect((await choose(app, { shown_as: 'player' }, 31)).statusCode).toBe(200)
    const refused = await choose(app, { shown_as: 'discord' }, 31)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      code: 'BANNED_FROM_API',
      error: expect.stringContaining('for good. Reason: Scripts.'),
    })
  })

  test('limits switches of an account, except those that hide the player', async () => {
    const { http } = await world.gateway({ accountLimitPerMinute: 2 })
    for (const status of [200, 200, 429]) expect((await choose(http, { shown_as: 'discord' })).statusCode).toBe(status)
    expect((await choose(http, { shown_as: 'player', on_leaderboards: true })).statusCode).toBe(429)
    expect((await choose(http, { shown_as: 'player', on_leaderboards: false })).statusCode).toBe(200)
  })
})

describe('state-changing calls', () => {
  const attest = (headers: Record<string, string>, payload: object = { over18: true }) =>
    app.inject({ method: 'POST', url: '/user/age-attestation', headers, payload })

  test('record an age declaration', async () => {
    world.auth.person(1).ageConfirmed = false
    expect((await attest({ ...signedIn, ...fromThisSite })).json()).toEqual({ accepted: true })
    expect(world.auth.person(1).ageConfirmed).toBe(true)
  })

  test('require a session and a valid body', async () => {
    expect((await attest(fromThisSite)).json()).toMatchObject({ code: 'NOT_SIGNED_IN' })
    const response = await attest({ ...signedIn, ...fromThisSite }, { over18: 'no' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'INVALID_FIELD', error: expect.any(String) })
  })

  test.each<[string, Record<string, string>, boolean]>([
    ['this site', fromThisSite, true],
    ['this site, as the browser says', { 'sec-fetch-site': 'same-origin' }, true],
    ['no browser', {}, true],
    ['another site', { origin: 'https://evil.example' }, false],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }, false],
    ['a neighbour', { 'sec-fetch-site': 'same-site', origin: 'http://other.kla.example:8080' }, false],
    ['a page without an origin', { origin: 'null' }, false],
  ])('from %s', async (_from, headers, allowed) => {
    const response = await attest({ ...signedIn, ...headers })
    expect(response.statusCode).toBe(allowed ? 200 : 403)
  })

  test('end a session and clear the cookie', async () => {
    world.auth.person(9)
    const response = await app.inject({
      method: 'POST',
      url: '/auth/logout',
      headers: { cookie: 'kla=session-9', ...fromThisSite },
    })
    expect(response.json()).toEqual({ success: true })
    expect(response.cookies).toMatchObject([{ name: 'kla', value: '' }])
    expect(world.auth.person(9).signedIn).toBe(false)
    expect((await app.inject({ method: 'POST', url: '/auth/logout' })).json()).toEqual({ success: true })
  })

  test('log a browser out while auth is away, and end its session later', async () => {
    world.auth.person(10)
    world.auth.down = true
    const headers = { cookie: 'kla=session-10', ...fromThisSite }
    const response = await app.inject({ method: 'POST', url: '/auth/logout', headers })
    expect(response.json()).toEqual({ success: true })
    expect(response.cookies).toMatchObject([{ name: 'kla', value: '' }])
    expect(world.auth.person(10).signedIn).toBe(true)
    world.auth.down = false
    await eventually(() => expect(world.auth.person(10).signedIn).toBe(false))
  })

  test('log out everywhere while auth is away, and once it is back', async () => {
    world.auth.down = true
    const headers = { cookie: 'kla=session-10', ...fromThisSite }
    const response = await app.inject({ method: 'DELETE', url: '/user/sessions', headers })
    expect(response.json()).toEqual({ success: true })
    expect(response.cookies).toMatchObject([{ name: 'kla', value: '' }])
    const tries = world.auth.calls.length
    world.auth.down = false
    await eventually(() => expect(world.auth.calls.slice(tries)).toContain('endAllOwnSessions by session-10'))
  })
})

describe('GET /media', () => {
  const url = `/media?u=${encodeURIComponent('https://clips.example/1.mp4')}`

  test('streams the clip', async () => {
    const response = await app.inject({ url, headers: signedIn })
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe('0123456789')
    expect(response.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: '"e1"',
      // Long enough for a round, soon gone when the clip is removed, and kept only by the browser.
      'cache-control': 'private, max-age=60, must-revalidate',
      'x-content-type-options': 'nosniff',
    })
  })

  test('supports ranges, conditions and HEAD', async () => {
    const range = await app.inject({ url, headers: { ...signedIn, range: 'bytes=2-4' } })
    expect(range.statusCode).toBe(206)
    expect(range.body).toBe('234')
    expect(range.headers['content-range']).toBe('bytes 2-4/10')
    const same = await app.inject({ url, headers: { ...signedIn, 'if-none-match': '"e1"' } })
    expect(same.statusCode).toBe(304)
    expect(same.body).toBe('')
    const head = await app.inject({ method: 'HEAD', url, headers: signedIn })
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-length']).toBe('10')
    expect(head.body).toBe('')
    expect(world.library.requests.at(-1)).toMatchObject({ headOnly: true })
  })

  test.each([
    ['/media?u=https%3A%2F%2Fevil.example%2F1', {}, 403, 'MEDIA_NOT_ALLOWED'],
    [`/media?u=${encodeURIComponent('https://clips.example/blocked.mp4')}`, {}, 403, 'MEDIA_BLOCKED'],
    ['/media', {}, 400, 'INVALID_FIELD'],
    [url, { range: 'bytes=50-' }, 416, 'RANGE_NOT_SATISFIABLE'],
  ])('rejects %s %j', async (address, headers, status, code) => {
    const response = await app.inject({ url: address, headers: { ...signedIn, ...headers } })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('rejects visitors, players without a confirmed age and ended sessions', async () => {
    const refused = { code: 'MEDIA_FOR_ADULTS' }
    const anonymous = await app.inject(url)
    expect(anonymous.statusCode).toBe(403)
    expect(anonymous.json()).toMatchObject(refused)
    expect(anonymous.headers['cache-control']).toBe('no-store')
    const young = world.auth.person(8)
    const get = () => app.inject({ url, headers: { cookie: 'kla=session-8' } })
    expect((await get()).statusCode).toBe(200)
    Object.assign(young, { ageLocked: true, ageRevision: 1 })
    expect((await get()).json()).toMatchObject(refused)
    Object.assign(young, { ageLocked: false, ageRevision: 2, signedIn: false })
    expect((await get()).json()).toMatchObject(refused)
  })

  test('serves known players while auth is away', async () => {
    world.auth.person(6)
    const get = (id: number) => app.inject({ url, headers: { cookie: `kla=session-${id}` } })
    expect((await get(6)).statusCode).toBe(200)
    world.auth.down = true
    const [known, unknown] = [await get(6), await get(5)]
    world.auth.down = false
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 503])
  })

  test('serves only the current cookie value while auth is away', async () => {
    const person = world.auth.person(12)
    const get = (value: string) => app.inject({ url, headers: { cookie: `kla=${value}` } })
    expect((await get('session-12')).statusCode).toBe(200)
    Object.assign(person, { sessionId: 'session-12.next' })
    expect([(await get('session-12.next')).statusCode, (await get('session-12')).statusCode]).toEqual([200, 403])
    world.auth.down = true
    const [inForce, replaced] = [await get('session-12.next'), await get('session-12')]
    world.auth.down = false
    expect([inForce.statusCode, replaced.statusCode]).toEqual([200, 503])
  })

  test('opens for a judge by a cookie restricted to /media', async () => {
    const link = await app.inject({
      method: 'POST',
      url: '/admin/cups/c/ties/1-1/watch',
      headers: { authorization: 'Bearer moderator' },
    })
    expect(link.cookies).toMatchObject([
      { name: 'kla_judge', path: '/media', httpOnly: true, sameSite: 'Strict', maxAge: 7_200 },
    ])
    const judge = { cookie: `kla_judge=${link.cookies[0]?.value}` }
    expect((await app.inject({ url, headers: judge })).statusCode).toBe(200)
    expect((await app.inject({ url: '/admin/session', headers: judge })).statusCode).toBe(401)
  })

  test("keeps a judge's session alive, since watching is work", async () => {
    const asked: unknown[] = []
    const { client } = world.auth
    const resolveAdministrator: typeof client.resolveAdministrator = (...call) => {
      asked.push(call[0])
      return client.resolveAdministrator(...call)
    }
    const own = await world.gateway({}, { clients: { auth: { ...client, resolveAdministrator } } })
    const response = await own.http.inject({ url, headers: { cookie: 'kla_judge=moderator' } })
    expect(response.statusCode).toBe(200)
    expect(asked).toEqual([{ token: 'moderator', passive: undefined }])
  })

  test.each([
    ['password', 'PASSWORD_CHANGE_REQUIRED'],
    ['totp', 'TOTP_SETUP_REQUIRED'],
    ['passkey', 'PASSKEY_SETUP_REQUIRED'],
  ])('rejects a judge who must still set up a %s', async (what, code) => {
    const response = await app.inject({ url, headers: { cookie: `kla_judge=owner+before-${what}` } })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code })
  })
})

describe('SPA', () => {
  const page = { accept: 'text/html,*/*', host: new URL(PUBLIC_URL).host }
  const played = ['/', '/gameroom', '/join-room?room=r&passcode=p', '/tos']
  const competed = ['/leaderboards', '/cups', '/cups/018f6b1e', '/pass', '/watch?room=r']
  test.each([...played, ...competed])('serves the page at %s', async (address) => {
    const response = await app.inject({ url: address, headers: page })
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('<title>Kla</title>')
    expect(response.headers['cache-control']).toBe('no-cache')
  })

  describe('page mark for navigations by the player', () => {
    const TYPED = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const mark = '<meta name="kla-opened-by-person" content="true">'
    const open = (headers: Record<string, string>, address = '/join-room?room=r') =>
      app.inject({ url: address, headers: { ...page, ...headers } })

    test.each<[string, Record<string, string>]>([
      ['typed, or from an app', TYPED],
      ['from a page of ours', { ...TYPED, 'sec-fetch-site': 'same-origin' }],
    ])('is set for %s', async (_how, headers) => {
      for (const address of ['/', '/gameroom', '/join-room?room=r', '/watch?room=r', '/cups/1']) {
        const response = await open(headers, address)
        expect(response.statusCode).toBe(200)
        expect(response.body).toContain(`<head>${mark}`)
        expect(response.headers).toMatchObject({
          'cache-control': 'no-store',
          'content-type': 'text/html; charset=utf-8',
        })
        expect(response.headers).not.toHaveProperty('etag')
      }
    })

    test.each<[string, Record<string, string>]>([
      ['another site', { 'sec-fetch-site': 'cross-site' }],
      ['a neighbour', { 'sec-fetch-site': 'same-site' }],
      ['a browser that does not say', { 'sec-fetch-site': '' }],
      ['an unknown value', { 'sec-fetch-site': 'NONE' }],
      ['a header twice', { 'sec-fetch-site': 'none, cross-site' }],
      ['a frame', { 'sec-fetch-dest': 'iframe' }],
      ['a script', { 'sec-fetch-dest': 'empty' }],
      ['a page fetched ahead of a press', { 'sec-purpose': 'prefetch;prerender' }],
    ])('is not set from %s', async (_how, headers) => {
      const response = await open({ ...TYPED, ...headers }, '/join-room?room=r&kla-opened-by-person=true')
      expect(response.statusCode).toBe(200)
      expect(response.body).not.toContain('kla-opened-by-person')
    })

    test('is not set without fetch metadata headers', async () => {
      expect((await open({})).body).not.toContain('kla-opened-by-person')
    })

    test('is not reused for a cached page', async () => {
      const kept = await open({ ...TYPED, 'sec-fetch-site': 'cross-site' })
      const response = await open({ ...TYPED, 'if-none-match': String(kept.headers.etag) })
      expect([response.statusCode, response.body.includes(mark)]).toEqual([200, true])
    })

    test.each([
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ])('works when compressed by %s', async (coding, decompress) => {
      const response = await open({ ...TYPED, 'accept-encoding': coding })
      expect(response.headers['content-encoding']).toBe(coding)
      expect(decompress(response.rawPayload).toString()).toContain(mark)
    })

    test('follows a new build', async () => {
      const file = join(root, 'assets', 'index.html')
      const before = await readFile(file, 'utf8')
      await writeFile(file, '<!doctype html><head></head>the next build')
      expect((await open(TYPED)).body).toContain('the next build')
      await writeFile(file, before)
      expect((await open(TYPED)).body).not.toContain('the next build')
    })
  })

  test('caches hashed files', async () => {
    const response = await app.inject('/assets/app-1a2b3c.js')
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('does not let caches keep a missing file, which another pod may have', async () => {
    const response = await app.inject('/assets/app-old.js')
    expect([response.statusCode, response.headers['cache-control']]).toEqual([404, 'no-store'])
  })

  test.each([
    ['GET', '/api/none'],
    ['GET', '/auth/none'],
    ['GET', '/assets/app-old.js'],
    ['GET', '/..%2f..%2fetc/passwd'],
    ['DELETE', '/'],
    ['POST', '/gameroom'],
  ] as const)('%s %s is not there', async (method, address) => {
    const response = await app.inject({ method, url: address, headers: { accept: '*/*' } })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      code: 'NOT_FOUND',
      error: "We can't find that. The link may be old or incomplete.",
    })
  })

  test('may load from itself and the avatar host, and cannot be framed', async () => {
    const { headers } = await app.inject({ url: '/', headers: page })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("img-src 'self' https://cdn.example data: blob:")
    expect(policy).toContain("connect-src 'self' ws://kla.example:8080")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).not.toContain("'unsafe-eval'")
  })
})

describe('machine endpoints', () => {
  test("serve the SPA's configuration", async () => {
    expect((await app.inject('/api/config')).json()).toEqual({
      avatarBaseUrl: 'https://cdn.example',
      reconnectGraceMs: 15_000,
      evidenceKey: EVIDENCE_KEY,
      contactEmail: 'help@kla.example',
      sendsMail: true,
      payments: { provider: 'stripe', publishableKey: '' },
    })
  })

  test('serve the contract from the validating schemas', async () => {
    const document = (await app.inject('/openapi.json')).json()
    const ofPlayers = Object.keys(document.paths).filter((path) => !/^\/(admin|gifs)/.test(path))
    expect(ofPlayers.sort()).toEqual([
      '/api/avatars/{key}',
      '/api/config',
      '/api/cups',
      '/api/cups/next',
      '/api/cups/{id}',
      '/api/cups/{id}/check-in',
      '/api/cups/{id}/entry',
      '/api/cups/{id}/ties/{tieId}/presence',
      '/api/leaderboard',
      '/api/pass',
      '/api/pass/activate',
      '/api/pass/claims',
      '/api/shop',
      '/auth/discord',
      '/auth/discord/callback',
      '/auth/logout',
      '/auth/user',
      '/checkout/create-session',
      '/checkout/form/{sessionId}',
      '/checkout/verify',
      '/media',
      '/report',
      '/report/evidence/{token}',
      '/user/age-attestation',
      '/user/bans',
      '/user/battles',
      '/user/blocks',
      '/user/blocks/{id}',
      '/user/decisions/{id}/appeal',
      '/user/inventory',
      '/user/limits',
      '/user/met',
      '/user/name',
      '/user/name/suggestions',
      '/user/orders',
      '/user/relay',
      '/user/reports',
      '/user/result',
      '/user/saved_gifs',
      '/user/saved_gifs/{id}/hide',
      '/user/sessions',
      '/user/sessions/{id}',
      '/user/standing',
      '/user/support_ticket',
      '/user/support_tickets',
      '/user/support_tickets/{id}/replies',
      '/user/wild_cards',
      '/webhooks/acquirer',
      '/webhooks/stripe',
    ])
    const { requestBody } = document.paths['/user/age-attestation'].post
    expect(requestBody.content['application/json'].schema).toMatchObject({ required: ['over18'] })
    expect(Object.keys(document.paths['/report/evidence/{token}'].put.requestBody.content)).toEqual([
      'application/octet-stream',
    ])
    expect(document.paths['/admin/bans'].post).toMatchObject({ tags: ['console'], security: [{ bearer: [] }] })
  })

  test('serve health and readiness', async () => {
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    await eventually(async () => (await app.inject('/readyz')).statusCode === 200)
  })
})

describe('limits', () => {
  test('apply per address and minute', async () => {
    const service = await world.gateway({ trustProxy: 1, restLimitPerMinute: 3 })
    const ask = (address: string) =>
      service.http.inject({ url: '/api/config', headers: { 'x-forwarded-for': address } })
    for (let request = 0; request < 3; request += 1) expect((await ask('203.0.113.7')).statusCode).toBe(200)
    const refused = await ask('203.0.113.7')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await ask('203.0.113.8')).statusCode).toBe(200)
    expect((await service.http.inject('/healthz')).statusCode).toBe(200)
  })

  test('secure deployments set secure cookies', async () => {
    const service = await world.gateway({ cookieSecure: true })
    const response = await service.http.inject('/auth/discord')
    expect(response.cookies).toMatchObject([{ name: 'kla_login', secure: true }])
    expect(response.headers['strict-transport-security']).toMatch(/max-age/)
  })
})
