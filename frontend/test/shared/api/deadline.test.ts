import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { sessionApi } from '../../../src/entities/session/session-api.js'
import { api } from '../../../src/shared/api/api.js'

const { Request: realRequest, fetch: realFetch } = globalThis

/** A page's addresses are relative, which only a browser can complete. */
class PageRequest {
  readonly signal: AbortSignal
  constructor(
    readonly url: string,
    { signal }: { signal: AbortSignal },
  ) {
    this.signal = signal
  }
  clone = () => this
}

beforeEach(() => {
  jest.useFakeTimers()
  globalThis.Request = PageRequest as never
})
afterEach(() => {
  jest.useRealTimers()
  Object.assign(globalThis, { Request: realRequest, fetch: realFetch })
  jest.restoreAllMocks()
})

const createStore = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })

const overdue = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

test.each([
  ['never answers', ({ signal }: PageRequest) => overdue(signal)],
  [
    'stops in the middle of its answer',
    async ({ signal }: PageRequest) => {
      const answer = {
        status: 200,
        headers: new Headers(),
        text: () => overdue(signal),
        json: () => overdue(signal),
        clone: () => answer,
      }
      return answer
    },
  ],
])('fails after 20 seconds where the server %s', async (_, fetch) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  globalThis.fetch = fetch as never
  const store = createStore()
  const asked = store.dispatch(sessionApi.endpoints.getSession.initiate())
  const state = () => sessionApi.endpoints.getSession.select()(store.getState())
  await jest.advanceTimersByTimeAsync(19_000)
  expect(state().status).toBe('pending')
  await jest.advanceTimersByTimeAsync(2_000)
  expect((await asked).error).toMatchObject({ status: 'TIMEOUT_ERROR' })
})
