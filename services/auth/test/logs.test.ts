import { expect, test } from '@jest/globals'
import { type Harness, startHarness } from './harness.js'
import { type Answer, PERSON, scriptProvider, TOKENS } from './scripted-provider.js'

const CODE = 'a-code-of-the-provider'

/** Runs a login and returns every secret that occurred. */
async function secretsOfLogin(auth: Harness): Promise<string[]> {
  const { authorizeUrl, browserSecret } = await auth.begin('/join-room?room=r&passcode=hush-hush')
  const state = new URL(authorizeUrl).searchParams.get('state') ?? ''
  const secrets = [CODE, state, browserSecret, ...Object.values(TOKENS), PERSON.email, 'hush-hush', 'kla-local-secret']
  const login = await auth.client
    .completeLogin({ code: CODE, state, browserSecret, userAgent: '' })
    .catch(() => undefined)
  if (!login) return secrets
  const identity = await auth.client.resolveSession({ sessionId: login.sessionId })
  await auth.client.attestAge({ over18: true }, { principal: identity.principal })
  await auth.client.resolveAccessToken({ accessToken: identity.accessToken })
  await auth.client.endSession({ sessionId: login.sessionId })
  await auth.client.resolveAccessToken({ accessToken: identity.accessToken }).catch(() => undefined)
  return [...secrets, login.sessionId, identity.principal, identity.accessToken]
}

/** Runs `work` on a service whose provider gives these answers. */
async function withProvider(answers: Readonly<Record<string, Answer>>, work: (auth: Harness) => Promise<void>) {
  const provider = await scriptProvider(answers)
  try {
    const auth = await startHarness({ DISCORD_API_URL: provider.url })
    await work(auth).finally(() => auth.close())
  } finally {
    await provider.close()
  }
}

test.each<[string, string, Record<string, Answer>]>([
  ['works', 'player logged in', {}],
  [
    'is refused',
    'the provider refused a login',
    { '/oauth2/token': [400, { error: 'invalid_grant', error_description: `Invalid ${CODE}` }] },
  ],
  ['meets a broken provider', 'the provider gave no usable answer', { '/users/@me': [500, { ...PERSON, ...TOKENS }] }],
  ['meets nonsense', 'the provider gave no usable answer', { '/users/@me': [200, { email: PERSON.email }] }],
])('logs no token, code, secret or e-mail of a login that %s', async (_name, message, answers) => {
  await withProvider(answers, async (auth) => {
    const secrets = await secretsOfLogin(auth)
    expect(auth.logged()).toContain(message)
    for (const secret of secrets) expect(auth.logged()).not.toContain(secret)
  })
})

test('logs no e-mail when the database fails', async () => {
  await withProvider({}, async (auth) => {
    // PostgreSQL reports the whole row when a constraint of the table refuses it.
    await auth.database.query("ALTER TABLE accounts ADD CONSTRAINT no_account CHECK (username = '')")
    await secretsOfLogin(auth)
    expect(auth.logged()).toContain('an RPC failed')
    expect(auth.logged()).not.toContain(PERSON.email)
  })
})
