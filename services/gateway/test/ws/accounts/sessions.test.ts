import { describe, expect, test } from '@jest/globals'
import { type CallContext, KlaError } from '@kla/chassis'
import { Restrictions } from '../../../src/ws/accounts/restrictions.js'
import { createSessions, type SessionConnection } from '../../../src/ws/accounts/sessions.js'
import { createFakeAuth } from '../../support/fake-auth.js'

const connection = (): SessionConnection => ({
  network: '192.0.2.7',
  wantsTokens: true,
  event: () => undefined,
  close: () => undefined,
})

test("a session is resolved in its network's turn, before its account is known", async () => {
  const auth = createFakeAuth()
  const contexts: (CallContext | undefined)[] = []
  const sessions = createSessions({
    auth: {
      ...auth.client,
      resolveSession: (request, context) => {
        contexts.push(context)
        return auth.client.resolveSession(request, context)
      },
    },
    restrictions: new Restrictions({ now: () => 0 }),
    restricted: () => undefined,
    warn: () => undefined,
  })
  const { sessionId } = auth.person(7)
  await sessions.signIn({ sessionId }, connection())
  await sessions.renew('all')
  expect(contexts.map((context) => context?.turn)).toEqual(['192.0.2.7', '192.0.2.7'])
})

describe('a session that an access token signed in', () => {
  const MINUTE_MS = 60_000
  const RENEW_EVERY_MS = 30_000

  /** Sessions whose auth signs access tokens of 5 minutes and principals of 15, as the real one does. */
  function world() {
    const { client, person } = createFakeAuth()
    const { sessionId, sessionKey, accessToken } = person(7)
    let nowMs = 0
    let closed = 0
    let resolved = 0
    const newToken = () => `token until ${nowMs + 5 * MINUTE_MS}`
    const auth = {
      ...client,
      resolveAccessToken: async ({ accessToken: token }: { accessToken: string }) => {
        if (Number(token.split(' ').at(-1)) <= nowMs) throw new KlaError('NOT_SIGNED_IN')
        resolved += 1
        const identity = await client.resolveAccessToken({ accessToken })
        return { ...identity, accessToken: newToken(), principalExpiresAtMs: nowMs + 15 * MINUTE_MS }
      },
    }
    const sessions = createSessions({
      auth,
      restrictions: new Restrictions({ now: () => nowMs }),
      restricted: () => undefined,
      warn: () => undefined,
      now: () => nowMs,
    })
    const socket = (): SessionConnection => ({ ...connection(), close: () => void (closed += 1) })
    return {
      sessions,
      sessionId,
      sessionKey,
      signIn: () => sessions.signIn({ accessToken: newToken() }, socket()),
      closed: () => closed,
      resolved: () => resolved,
      passTime: (ms: number) => {
        nowMs += ms
      },
    }
  }

  test('lives on beyond the end of its token, by a renewal every two minutes', async () => {
    const { sessions, signIn, closed, resolved, passTime } = world()
    const session = await signIn()
    for (let passedMs = 0; passedMs < 13 * MINUTE_MS; passedMs += RENEW_EVERY_MS) {
      passTime(RENEW_EVERY_MS)
      await sessions.renew('due')
    }
    expect(closed()).toBe(0)
    expect(resolved()).toBe(1 + 6)
    await expect(sessions.call(session, async ({ principal }) => principal)).resolves.toContain('principal-7')
  })

  test('closes when its token ends in an outage, and signs in again by another credential', async () => {
    const { sessions, sessionId, sessionKey, signIn, closed, passTime } = world()
    await signIn()
    passTime(6 * MINUTE_MS)
    await sessions.renew('due')
    expect(closed()).toBe(1)
    expect(sessions.hasEnded(sessionKey)).toBe(false)
    await expect(signIn()).resolves.toMatchObject({ key: sessionKey })
    await expect(sessions.signIn({ sessionId }, connection())).resolves.toMatchObject({ key: sessionKey })
  })

  test('that has ended signs in no more', async () => {
    const { sessions, sessionKey, signIn, closed } = world()
    await signIn()
    sessions.ended(sessionKey)
    expect(closed()).toBe(1)
    await expect(signIn()).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
  })
})
