import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Reason, REASONS } from '@kla/proto/web'
import type { FastifyInstance } from 'fastify'
import { createWorld, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway()).http
})
afterAll(() => world.stop())
beforeEach(() => {
  world.auth.administrators.calls.length = 0
})
afterEach(() => {
  world.auth.administrators.refusal = undefined
})

const signIn = (payload: object, headers: Record<string, string> = {}, to = app) =>
  to.inject({ method: 'POST', url: '/adminlogin', headers, payload })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const MODERATOR = {
  id: 5,
  name: 'moderator',
  role: 'moderator',
  permissions: expect.arrayContaining(['reports.decide', 'bans.set']),
  expires_at: '2026-11-21T08:30:00.000Z',
  totp_enabled: true,
  totp_setup_required: false,
  password_change_required: false,
  passkey_setup_required: false,
  passkeys: 1,
  fresh_until: '2026-11-21T08:30:00.000Z',
}

describe('POST /adminlogin', () => {
  test('returns the token and the session', async () => {
    const response = await signIn({ username: 'moderator', password: 'secret', code: '123456' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ success: true, token: 'moderator', session: MODERATOR })
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(world.auth.administrators.calls).toMatchObject([
      { request: { username: 'moderator', password: 'secret', code: '123456', address: '127.0.0.1' } },
    ])
  })

  test.each<[Reason, number]>([
    ['ADMIN_LOGIN_FAILED', 401],
    ['TOTP_REQUIRED', 401],
    ['RATE_LIMITED', 429],
    ['UNAVAILABLE', 503],
  ])('answers a refusal with %s and success: false', async (refusal, status) => {
    world.auth.administrators.refusal = refusal
    const response = await signIn({ username: 'moderator', password: 'wrong' })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({ success: false, error: REASONS[refusal].text, code: refusal })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each([{}, { username: 'a' }, { username: 1, password: 'b' }])('rejects %j', async (payload) => {
    const response = await signIn(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ success: false, code: 'INVALID_FIELD' })
    expect(world.auth.administrators.calls).toEqual([])
  })

  test('is limited per network', async () => {
    const { http } = await world.gateway({ trustProxy: 1, adminLoginLimitPerMinute: 2 })
    const from = (address: string) =>
      signIn({ username: 'moderator', password: 'secret' }, { 'x-forwarded-for': address }, http)
    expect((await from('2001:db8::1')).statusCode).toBe(200)
    expect((await from('2001:db8::2')).statusCode).toBe(200)
    // The whole address: auth counts failures by its own, smaller networks.
    const addresses = ['2001:db8::1', '2001:db8::2'].map((address) => ({ request: { address } }))
    expect(world.auth.administrators.calls).toMatchObject(addresses)
    const refused = await from('2001:db8::3')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({ success: false, error: REASONS.RATE_LIMITED.text, code: 'RATE_LIMITED' })
    expect((await from('2001:db8:1::1')).statusCode).toBe(200)
    expect((await from('198.51.100.1, 2001:db8::4')).statusCode).toBe(429)
    const other = { ...bearer('moderator'), 'x-forwarded-for': '2001:db8::3' }
    expect((await http.inject({ url: '/admin/session', headers: other })).statusCode).toBe(200)
  })
})

describe('administrator session', () => {
  test("belongs to the token's administrator", async () => {
    const response = await app.inject({ url: '/admin/session', headers: bearer('moderator') })
    expect(response.json()).toEqual(MODERATOR)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each<Record<string, string>>([
    {},
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 'Basic moderator' },
    { authorization: 'moderator' },
    { authorization: 'Bearer moderator viewer' },
    { authorization: 'Bearer expired' },
    { authorization: `Bearer moderator+${'x'.repeat(600)}` },
    { cookie: 'kla=moderator' },
  ])('is refused with %j', async (headers) => {
    const response = await app.inject({ url: '/admin/session', headers })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ code: 'ADMIN_NOT_SIGNED_IN', error: 'Your session has ended. Log in again.' })
  })

  test.each<[string, object | undefined, string, object]>([
    ['/admin/logout', undefined, 'endAdministratorSession', { token: 'moderator+before-totp' }],
    ['/admin/totp/confirm', { code: '123456' }, 'confirmTotp', { code: '123456' }],
    [
      '/admin/password',
      { current_password: 'one', new_password: 'two' },
      'changeOwnPassword',
      { currentPassword: 'one', newPassword: 'two' },
    ],
  ])('%s works before TOTP is set up', async (url, payload, method, request) => {
    const headers = { ...bearer('moderator+before-totp'), 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url, headers, ...(payload ? { payload } : {}) })
    expect(response.json()).toEqual({ success: true })
    expect(world.auth.administrators.calls).toMatchObject([{ method, request }])
  })

  test('returns a secret for the authenticator', async () => {
    const response = await app.inject({ method: 'POST', url: '/admin/totp', headers: bearer('moderator+before-totp') })
    expect(response.json()).toEqual({ secret: 'ABC', otpauth_url: 'otpauth://totp/Kla:mod?secret=ABC' })
    expect(world.auth.administrators.calls).toMatchObject([{ principal: 'administrator-moderator+before-totp' }])
  })
})
