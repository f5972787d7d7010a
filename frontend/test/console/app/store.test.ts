import { afterEach, describe, expect, test } from '@jest/globals'
import { makeStore } from '../../../src/console/app/store.js'
import { sessionApi } from '../../../src/console/entities/session-api.js'
import { pageOpened, readToken, sessionExpired, signedIn, signedOut } from '../../../src/console/entities/session.js'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
Object.assign(globalThis, { window: { sessionStorage: storage } })
afterEach(() => kept.clear())

const somebody = {
  id: 1,
  name: 'noor',
  role: 'owner' as const,
  permissions: [],
  expires_at: '2026-11-21T20:00:00Z',
  totp_enabled: true,
  totp_setup_required: false,
  password_change_required: false,
  passkey_setup_required: false,
  passkeys: 0,
  fresh_until: null,
}
const cached = (store: ReturnType<typeof makeStore>) =>
  sessionApi.endpoints.adminSession.select()(store.getState()).data

describe('store', () => {
  test('keeps the token across reloads until the session ends', () => {
    const store = makeStore()
    store.dispatch(signedIn('token'))
    expect(kept.get('adminToken')).toBe('token')
    expect(makeStore().getState().session.token).toBe('token')
    store.dispatch(sessionExpired('token'))
    expect(readToken()).toBeNull()
  })

  test('drops cached responses when the session changes', async () => {
    const store = makeStore()
    store.dispatch(signedIn('token'))
    await store.dispatch(sessionApi.util.upsertQueryData('adminSession', undefined, somebody))
    expect(cached(store)).toEqual(somebody)
    store.dispatch(sessionExpired('token'))
    expect(cached(store)).toBeUndefined()
  })

  test('keeps what an open page shows when the session expires, and for the same administrator afterwards', async () => {
    const store = makeStore()
    store.dispatch(signedIn('token'))
    await store.dispatch(sessionApi.util.upsertQueryData('adminSession', undefined, somebody))
    store.dispatch(pageOpened(somebody))
    store.dispatch(sessionExpired('token'))
    expect(readToken()).toBeNull()
    expect(cached(store)).toEqual(somebody)
    store.dispatch(signedIn('another'))
    expect(cached(store)).toEqual(somebody)
    expect(readToken()).toBe('another')
  })

  test('shows nothing of an open page to the next administrator', async () => {
    const store = makeStore()
    store.dispatch(signedIn('token'))
    await store.dispatch(sessionApi.util.upsertQueryData('adminSession', undefined, somebody))
    store.dispatch(pageOpened(somebody))
    store.dispatch(sessionExpired('token'))
    store.dispatch(signedOut())
    expect(store.getState().session.page).toBeUndefined()
    expect(cached(store)).toBeUndefined()
  })
})
