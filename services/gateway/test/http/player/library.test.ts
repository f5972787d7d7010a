import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { createWorld, PUBLIC_URL, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway()).http
  world.auth.person(1)
})
afterAll(() => world.stop())

const signedIn = { cookie: 'kla=session-1', origin: PUBLIC_URL }
const hide = (id: string, headers: Record<string, string> = signedIn, payload?: string) =>
  app.inject({
    method: 'PUT',
    url: `/user/saved_gifs/${id}/hide`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })

test('saved GIFs are a list with dates that no cache keeps', async () => {
  const response = await app.inject({ url: '/user/saved_gifs', headers: signedIn })
  expect(response.json()).toEqual([
    { id: 10, gif_url: 'https://clips.example/1.mp4', thumbnail: 't', saved_at: '1970-01-01T00:00:00.005Z' },
  ])
  expect(response.headers['cache-control']).toBe('no-store')
  expect((await app.inject('/user/saved_gifs')).json()).toMatchObject({ code: 'NOT_SIGNED_IN' })
})

test('Wild Cards are those of the named room', async () => {
  const response = await app.inject({ url: '/user/wild_cards?room=r1', headers: signedIn })
  expect(response.json()).toEqual([{ id: 10, gif_url: 'https://clips.example/for-r1.mp4', thumbnail: 't' }])
  expect(response.headers['cache-control']).toBe('no-store')
  expect((await app.inject({ url: '/user/wild_cards', headers: signedIn })).json()).toMatchObject({
    code: 'INVALID_FIELD',
  })
})

test('the limits card is kept whole, also for a banned player', async () => {
  world.auth.person(8).restrictions = [{ scope: 'global', untilMs: 0, reason: '', banId: 7 }]
  const headers = { cookie: 'kla=session-8', origin: PUBLIC_URL }
  expect((await app.inject({ url: '/user/limits', headers })).json()).toEqual({ limits: [] })
  const card = {
    limits: [
      { act: 'feet', limit: 'no' },
      { act: 'rough', limit: 'soft' },
    ],
  }
  const set = await app.inject({ method: 'PUT', url: '/user/limits', headers, payload: card })
  expect(set.json()).toEqual(card)
  expect((await app.inject({ url: '/user/limits', headers })).json()).toEqual(card)
  expect((await app.inject({ url: '/user/limits', headers: signedIn })).json()).toEqual({ limits: [] })
})

describe('hiding a saved GIF', () => {
  test.each<[string, Record<string, string>, string | undefined]>([
    ['nothing', {}, undefined],
    ['nothing, said to be JSON', { 'content-type': 'application/json' }, ''],
    ['nothing, said to be a form', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
    ['an empty object', { 'content-type': 'application/json' }, '{}'],
    ['an empty object without a type', {}, '{}'],
    ['half of JSON', { 'content-type': 'application/json' }, '{'],
    ['a content type that is none', { 'content-type': 'none' }, '{}'],
  ])('accepts %s', async (_what, headers, payload) => {
    world.library.hidden.length = 0
    const response = await hide('7', { ...signedIn, ...headers }, payload)
    expect(response.json()).toEqual({ success: true })
    expect(world.library.hidden).toEqual(['7 of 1'])
  })

  test.each([
    ['7', {}, 401, 'NOT_SIGNED_IN'],
    ['7', { ...signedIn, origin: 'https://evil.example' }, 403, 'NOT_ALLOWED'],
    ['2000', signedIn, 404, 'NOT_IN_LIBRARY'],
    ['99999999999999999999', signedIn, 400, 'INVALID_FIELD'],
    ['0', signedIn, 400, 'INVALID_FIELD'],
    ['seven', signedIn, 400, 'INVALID_FIELD'],
    ['7e0', signedIn, 400, 'INVALID_FIELD'],
    ['7.5', signedIn, 400, 'INVALID_FIELD'],
  ])('rejects %s with %j', async (id, headers, status, code) => {
    world.library.hidden.length = 0
    const response = await hide(id, headers)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code })
    expect(world.library.hidden).toEqual([])
  })
})
