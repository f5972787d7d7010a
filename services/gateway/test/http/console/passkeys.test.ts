import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { REASONS } from '@kla/proto/web'
import type { FastifyInstance, InjectOptions } from 'fastify'
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

const ID = '018f6b1e-7c1a-7000-8000-000000000001'
const AT = '2026-11-21T08:30:00.000Z'
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { signature: 'BBBB' } }
const headers = { authorization: 'Bearer owner' }
const post = (url: string, payload?: object, more: InjectOptions['headers'] = headers) =>
  app.inject({ method: 'POST', url, headers: more, ...(payload ? { payload } : {}) })
const calls = () => world.auth.administrators.calls

describe('POST /adminlogin/passkey', () => {
  test('begins with options that are never stored', async () => {
    const response = await post('/adminlogin/passkey/options', undefined, {})
    expect(response.json()).toEqual({ id: expect.any(String), options: { challenge: 'AAAA' } })
    expect(response.headers['cache-control']).toBe('no-store')
    expect(calls()).toMatchObject([{ method: 'beginPasskeySignIn', request: { address: '127.0.0.1' } }])
  })

  test('passes the credential on as it is, and returns the token and the session', async () => {
    const response = await post('/adminlogin/passkey', { id: ID, credential }, { 'user-agent': 'Firefox' })
    expect(response.json()).toMatchObject({ success: true, token: 'owner', session: { name: 'owner' } })
    expect(response.headers['cache-control']).toBe('no-store')
    const request = { challengeId: ID, response: JSON.stringify(credential), address: '127.0.0.1' }
    expect(calls()).toMatchObject([{ method: 'signInWithPasskey', request: { ...request, userAgent: 'Firefox' } }])
  })

  test('answers a refusal with success: false', async () => {
    world.auth.administrators.refusal = 'ADMIN_LOGIN_FAILED'
    const response = await post('/adminlogin/passkey', { id: ID, credential }, {})
    expect(response.statusCode).toBe(401)
    const { text: error } = REASONS.ADMIN_LOGIN_FAILED
    expect(response.json()).toEqual({ success: false, error, code: 'ADMIN_LOGIN_FAILED' })
  })

  test.each([{}, { id: ID }, { id: 'x', credential }, { id: ID, credential: 'x' }])('rejects %j', async (payload) => {
    const response = await post('/adminlogin/passkey', payload, {})
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ success: false, code: 'INVALID_FIELD' })
    expect(calls()).toEqual([])
  })

  test.each(['/adminlogin/passkey', '/adminlogin/passkey/options'])('%s is limited per network', async (url) => {
    const { http } = await world.gateway({ trustProxy: 1, adminLoginLimitPerMinute: 2 })
    const request = { method: 'POST', url, payload: { id: ID, credential } } as const
    const statuses = []
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3']) {
      const from = { 'x-forwarded-for': address }
      statuses.push((await http.inject({ ...request, headers: from })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 429])
    // The whole address: auth counts failures by its own, smaller networks.
    expect(calls()).toMatchObject(['2001:db8::1', '2001:db8::2'].map((address) => ({ request: { address } })))
  })
})

describe('step-up', () => {
  test.each<[object, object]>([
    [
      { id: ID, credential },
      { challengeId: ID, response: JSON.stringify(credential), password: '', code: '' },
    ],
    [
      { password: 'p', code: '123456' },
      { challengeId: '', response: '', password: 'p', code: '123456' },
    ],
  ])('passes %j on', async (payload, request) => {
    const response = await post('/admin/step-up', payload)
    expect(response.json()).toEqual({ success: true, fresh_until: AT })
    expect(calls()).toMatchObject([{ method: 'stepUp', request, principal: 'administrator-owner' }])
  })
})

describe('passkeys', () => {
  test('are added, listed and removed', async () => {
    expect((await post('/admin/passkeys/options')).json()).toMatchObject({ options: { challenge: 'AAAA' } })
    const added = await post('/admin/passkeys', { id: ID, credential, name: 'Key' })
    expect(added.json()).toEqual({ recovery_codes: ['7k3m-x9qa-02fd-hw5t'] })
    expect((await app.inject({ url: '/admin/passkeys', headers })).json()).toEqual({
      passkeys: [{ id: expect.any(String), name: 'Key ring', created_at: AT, last_used_at: null, synced: false }],
      recovery_codes_left: 9,
    })
    await app.inject({ method: 'DELETE', url: `/admin/passkeys/${ID}`, headers })
    expect((await post('/admin/recovery-codes')).json()).toEqual({ recovery_codes: ['7k3m-x9qa-02fd-hw5t'] })
    expect(calls().map(({ method, request }) => [method, request])).toEqual([
      ['beginPasskey', {}],
      ['addPasskey', { challengeId: ID, response: JSON.stringify(credential), name: 'Key' }],
      ['listPasskeys', {}],
      ['removePasskey', { id: ID }],
      ['renewRecoveryCodes', {}],
    ])
  })
})

describe('sessions', () => {
  test.each([
    ['/admin/sessions', false],
    ['/admin/administrators/sessions', true],
  ])('are listed at %s', async (url, everyone) => {
    const response = await app.inject({ url, headers })
    expect(response.json()).toEqual({
      sessions: [
        {
          id: expect.any(String),
          administrator_id: 5,
          administrator: 'mod',
          opened_at: AT,
          last_used_at: AT,
          expires_at: AT,
          method: 'passkey',
          browser: 'Firefox on Linux',
          current: true,
        },
      ],
    })
    expect(calls()).toMatchObject([{ method: 'listAdministratorSessions', request: { everyone } }])
  })

  test('are ended by id', async () => {
    const response = await app.inject({ method: 'DELETE', url: `/admin/sessions/${ID}`, headers })
    expect(response.json()).toEqual({ success: true })
    expect(calls()).toMatchObject([{ method: 'endOneAdministratorSession', request: { id: ID } }])
  })
})
