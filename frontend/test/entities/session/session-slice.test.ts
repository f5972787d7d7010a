import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { sessionApi } from '../../../src/entities/session/session-api.js'
import { selectSessionEnded, sessionSlice } from '../../../src/entities/session/session-slice.js'
import { shopApi } from '../../../src/entities/shop/shop.js'
import { api, sessionEnded } from '../../../src/shared/api/api.js'

const makeStore = () =>
  configureStore({
    reducer: combineSlices(api, sessionSlice),
    middleware: (defaults) => defaults().concat(api.middleware),
  })

/** Server's answers by path; 404 for everything else. */
const answers = new Map<string, { status: number; body: unknown }>()
const { Request: NodeRequest } = globalThis
let server: Server
let store: ReturnType<typeof makeStore>

beforeEach(async () => {
  answers.clear()
  server = createServer((request, response) => {
    const { status, body } = answers.get(request.url ?? '') ?? { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // A page resolves relative addresses against its own; Node has none.

  globalThis.Request = class extends NodeRequest {
    constructor(input: string | URL | Request, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, origin) : input, init)
    }
  }
  store = makeStore()
})
afterEach(() => {
  globalThis.Request = NodeRequest
  server.close()
})

const ada = { id: 1, username: 'ada', avatar: null, global_name: null, discord_id: '7', ageConfirmed: true }
const readSession = () => store.dispatch(sessionApi.endpoints.getSession.initiate(undefined, { forceRefetch: true }))
const readInventory = () => store.dispatch(shopApi.endpoints.inventory.initiate(undefined, { forceRefetch: true }))
const ended = () => selectSessionEnded(store.getState())

describe('session end', () => {
  beforeEach(async () => {
    answers.set('/auth/user', { status: 200, body: ada })
    await readSession()
  })

  test('follows a request that is answered 401', async () => {
    answers.set('/user/inventory', {
      status: 401,
      body: { error: 'You must be logged in with Discord.', code: 'NOT_SIGNED_IN' },
    })
    await readInventory()
    expect(ended()).toBe(true)
  })

  test('follows the closed socket', () => {
    store.dispatch(sessionEnded())
    expect(ended()).toBe(true)
  })

  test('follows a response without a user', async () => {
    answers.set('/auth/user', { status: 200, body: {} })
    await readSession()
    expect(ended()).toBe(true)
  })

  test('does not follow an unreachable server', async () => {
    answers.set('/user/inventory', {
      status: 503,
      body: { error: "That part of Kla isn't responding.", code: 'UNAVAILABLE' },
    })
    await readInventory()
    expect(ended()).toBe(false)
  })

  test('follows a logout, and not before it is answered', async () => {
    answers.set('/auth/logout', { status: 204, body: null })
    const answer = store.dispatch(sessionApi.endpoints.logOut.initiate())
    store.dispatch(sessionEnded())
    expect(ended()).toBe(false)
    await answer
    expect(ended()).toBe(true)
  })

  test('is shown when logging out failed', async () => {
    answers.set('/auth/logout', { status: 503, body: {} })
    await store.dispatch(sessionApi.endpoints.logOut.initiate())
    store.dispatch(sessionEnded())
    expect(ended()).toBe(true)
  })
})

test('does not apply to visitors', async () => {
  answers.set('/auth/user', { status: 200, body: {} })
  await readSession()
  store.dispatch(sessionEnded())
  expect(ended()).toBe(false)
})
