import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { CookieUse, RestrictionsChanged, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { LightMyRequestResponse } from 'fastify'
import type { Service } from '../../../src/index.js'
import { NEXT_UNTIL_MS } from '../../support/fake-auth.js'
import { newRoom } from '../../support/test-client.js'
import { createWorld, PUBLIC_URL, type World } from '../../support/world.js'

let world: World
let gateway: Service
beforeAll(async () => {
  world = await createWorld()
  gateway = await world.gateway({ cookieSecure: true })
})
afterAll(() => world.stop())
beforeEach(() => {
  for (const id of [1, 2]) world.auth.person(id).nextSessionId = `session-${id}.next`
})

const headers = { cookie: 'kla=session-1', origin: PUBLIC_URL }
const get = (url: string): Promise<LightMyRequestResponse> => gateway.http.inject({ url, headers })
const cookiesOf = ({ cookies }: LightMyRequestResponse) => cookies.filter(({ name }) => name === 'kla')

test.each(['/auth/user', '/user/inventory', '/user/bans'])(
  '%s sets the rotated cookie with the attributes that login uses',
  async (url) => {
    const response = await get(url)
    expect(response.statusCode).toBe(200)
    expect(cookiesOf(response)).toEqual([
      {
        name: 'kla',
        value: 'session-1.next',
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure: true,
        expires: new Date(NEXT_UNTIL_MS),
      },
    ])
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).not.toContain('session-1.next')
  },
)

test('no cookie is set while the value is unchanged', async () => {
  delete world.auth.person(1).nextSessionId
  for (const url of ['/auth/user', '/user/inventory']) expect((await get(url)).headers['set-cookie']).toBeUndefined()
})

test('a banned player gets the rotated cookie with the refusal', async () => {
  world.auth.person(2).restrictions = [{ scope: 'api', untilMs: 0, reason: '', banId: 7 }]
  const response = await gateway.http.inject({ url: '/user/inventory', headers: { cookie: 'kla=session-2' } })
  expect(response.statusCode).toBe(403)
  expect(cookiesOf(response)).toMatchObject([{ value: 'session-2.next' }])
})

test('cacheable responses neither request nor set a rotated cookie', async () => {
  const clip = encodeURIComponent('https://clips.example/1.mp4')
  for (const url of ['/api/leaderboard', '/api/cups', '/api/pass', `/media?u=${clip}`]) {
    const before = world.auth.cookieUses.length
    const response = await get(url)
    expect([url, response.statusCode, response.headers['set-cookie']]).toEqual([url, 200, undefined])
    expect([url, world.auth.cookieUses.slice(before)]).toEqual([url, [CookieUse.PRESENTED]])
  }
})

test.each([
  ['POST', '/auth/logout'],
  ['DELETE', '/user/sessions'],
  ['DELETE', `/user/sessions/${'k'.repeat(43)}`],
] as const)('%s %s leaves no cookie behind, whatever the next value were', async (method, url) => {
  const person = world.auth.person(3)
  Object.assign(person, { nextSessionId: 'session-3.next', sessionKey: 'k'.repeat(43), signedIn: true })
  const response = await gateway.http.inject({ method, url, headers: { ...headers, cookie: 'kla=session-3' } })
  expect(response.statusCode).toBe(200)
  expect(cookiesOf(response)).toMatchObject([{ value: '', expires: new Date(0) }])
})

test('a socket presents its cookie when it opens, accepts no rotation, and renews by proven identity', async () => {
  world.auth.cookieUses.length = 0
  const ada = await world.client(gateway, 1)
  await ada.ask('create-room', newRoom())
  expect(world.auth.cookieUses).toEqual([CookieUse.PRESENTED])
  // A new version of restrictions makes the gateway renew the principal.
  const restrictionsVersion = (world.auth.person(1).restrictionsVersion += 1)
  const changed = { eventId: newId(), accountId: 1, version: restrictionsVersion, restrictions: [] }
  world.bus.publish(subjects.eventRestrictionsChanged, RestrictionsChanged.encode(changed).finish())
  await eventually(() => world.auth.cookieUses.length > 1)
  expect(world.auth.cookieUses).toEqual([CookieUse.PRESENTED, CookieUse.PROVEN])
})

test('a cookie that waited for auth since the upgrade is presented as old', async () => {
  world.auth.cookieUses.length = 0
  world.auth.down = true
  const ada = await world.client(gateway, 1)
  await eventually(() => world.auth.cookieUses.length > 0)
  expect(await ada.ask('create-room', newRoom())).toMatchObject({ code: 'UNAVAILABLE' })
  world.auth.down = false
  expect(await ada.ask('create-room', newRoom())).toMatchObject({ success: true })
  expect(world.auth.cookieUses[0]).toBe(CookieUse.PRESENTED)
  expect(new Set(world.auth.cookieUses.slice(1))).toEqual(new Set([CookieUse.UNSPECIFIED]))
})
