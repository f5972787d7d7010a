import { expect, test } from '@jest/globals'
import type { CallContext } from '@kla/chassis'
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
