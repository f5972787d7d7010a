import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import { hashOf } from '../../src/shared/tokens.js'
import { CALLBACK, type Harness, startHarness } from '../harness.js'

let auth: Harness

beforeAll(async () => {
  auth = await startHarness()
})
afterAll(() => auth.close())

const refused = (reason: string) => expect.objectContaining({ reason })

async function completionOf(persona: string) {
  const { authorizeUrl, browserSecret } = await auth.begin('', persona)
  const { code, state } = await auth.visit(authorizeUrl)
  return { code, state, browserSecret, userAgent: '' }
}

describe('login', () => {
  test('sends the browser to the provider with only a state and the scopes', async () => {
    const { authorizeUrl, browserSecret } = await auth.begin('/shop', 'Ada')
    const { origin, pathname, searchParams } = new URL(authorizeUrl)
    expect(origin + pathname).toBe(`${auth.discord.url}/oauth2/authorize`)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'kla-local',
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'identify email guilds',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      persona: 'Ada',
    })
    expect(browserSecret).toMatch(/^[\w-]{43}$/)
    expect(authorizeUrl).not.toContain(browserSecret)
  })

  test('rejects a code issued for another login of the same browser', async () => {
    const [caught, own] = [await completionOf('Victim'), await completionOf('Thief')]
    await expect(auth.client.completeLogin({ ...own, code: caught.code })).rejects.toMatchObject({
      reason: 'LOGIN_FAILED',
    })
  })

  test('forwards only the configured parameters', async () => {
    const { authorizeUrl } = await auth.client.beginLogin({
      redirectBackTo: '',
      forwardedParameters: { permissions: '8', redirect_uri: 'http://evil.example/' },
    })
    const { searchParams } = new URL(authorizeUrl)
    expect(searchParams.has('permissions')).toBe(false)
    expect(searchParams.getAll('redirect_uri')).toEqual([CALLBACK])
  })

  test('opens a session and returns to the page where the login began', async () => {
    const { authorizeUrl, browserSecret } = await auth.begin('/join-room?room=r&passcode=p', 'Ada Lovelace')
    const { code, state } = await auth.visit(authorizeUrl)
    const login = await auth.client.completeLogin({ code, state, browserSecret, userAgent: '' })
    expect(login).toMatchObject({
      sessionId: expect.stringMatching(/^[\w-]{43}$/),
      redirectTo: '/join-room?room=r&passcode=p',
    })
    expect(login.expiresAtMs).toBeGreaterThan(Date.now())

    const { account } = await auth.client.resolveSession({ sessionId: login.sessionId })
    expect(account).toMatchObject({
      id: expect.any(Number),
      username: 'ada_lovelace',
      globalName: 'Ada Lovelace',
      discordId: expect.stringMatching(/^\d{17,19}$/),
      avatar: expect.stringMatching(/^[0-9a-f]{32}$/),
      ageConfirmed: false,
    })
  })

  test('stores what the privacy text says and no token', async () => {
    await auth.login('Privacy')
    const { rows } = await auth.database.query("SELECT * FROM accounts WHERE global_name = 'Privacy'")
    expect(rows).toEqual([
      {
        id: expect.any(Number),
        age_locked_at: null,
        age_revision: 0,
        discord_id: expect.any(String),
        username: 'privacy',
        global_name: 'Privacy',
        email: 'privacy@players.example',
        avatar: expect.any(String),
        avatar_key: expect.any(String),
        discriminator: '0',
        jurisdiction: null,
        name_revision: 0,
        on_leaderboards: true,
        name_skeleton: expect.any(String),
        player_name: expect.stringMatching(/^\w+ \w+ \d\d$/),
        player_name_at: null,
        shown_as: 'unchosen',
        alias: expect.any(Number),
        early_names_at: [],
        name_unlocked_at: null,
        created_at: expect.any(Date),
        last_login_at: expect.any(Date),
        search_text: expect.stringMatching(/^\d+\nprivacy\nprivacy\nprivacy@players\.example\n0$/),
      },
    ])
    const guilds = await auth.database.query(
      'SELECT name FROM guilds JOIN account_guilds ON guild_id = guilds.id WHERE account_id = $1',
      [rows[0].id],
    )
    expect(guilds.rows).toContainEqual({ name: 'The Bell' })
  })

  test('uses the same account and a new session for the same person', async () => {
    const [first, second] = [await auth.login('Grace'), await auth.login('Grace')]
    expect(second.sessionId).not.toBe(first.sessionId)
    const identities = await Promise.all(
      [first, second].map(({ sessionId }) => auth.client.resolveSession({ sessionId })),
    )
    expect(identities[0]?.account).toEqual(identities[1]?.account)
    expect(identities[0]?.sessionKey).not.toBe(identities[1]?.sessionKey)
  })

  test('creates one account when a new player logs in from two browsers concurrently', async () => {
    const logins = await Promise.all(Array.from({ length: 8 }, () => auth.login('Twin')))
    const ids = await Promise.all(
      logins.map(async ({ sessionId }) => (await auth.client.resolveSession({ sessionId })).account?.id),
    )
    expect(new Set(ids).size).toBe(1)
  })

  test('does not deadlock when two members of the same guilds log in concurrently', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `Crowd ${index % 12}`)
    await expect(Promise.all(names.map((name) => auth.login(name)))).resolves.toHaveLength(24)
  })
})

describe('login refusal', () => {
  test('rejects a return path that leads away from the site', async () => {
    await expect(auth.begin('//evil.example')).rejects.toEqual(refused('INVALID_REDIRECT'))
  })

  test('rejects an unknown state', async () => {
    const completion = await completionOf('Ada')
    await expect(auth.client.completeLogin({ ...completion, state: 'made-up' })).rejects.toEqual(
      refused('LOGIN_FAILED'),
    )
  })

  test('rejects a login that has been completed', async () => {
    const completion = await completionOf('Ada')
    await auth.client.completeLogin(completion)
    await expect(auth.client.completeLogin(completion)).rejects.toEqual(refused('LOGIN_FAILED'))
  })

  test('completes one of many concurrent completions', async () => {
    const completion = await completionOf('Ada')
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => auth.client.completeLogin(completion)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('rejects a browser that did not begin the login', async () => {
    const [mine, theirs] = [await completionOf('Mallory'), await completionOf('Victim')]
    const foreign = { ...mine, browserSecret: theirs.browserSecret }
    await expect(auth.client.completeLogin(foreign)).rejects.toEqual(refused('LOGIN_FAILED'))
    await expect(auth.client.completeLogin({ ...theirs, browserSecret: '' })).rejects.toEqual(refused('LOGIN_FAILED'))
  })

  test('rejects a login that the player declined', async () => {
    const { authorizeUrl, browserSecret } = await auth.begin()
    const { code, state, error } = await auth.visit(`${authorizeUrl}&cancel=1`)
    expect(error).toBe('access_denied')
    await expect(auth.client.completeLogin({ code, state, browserSecret, userAgent: '' })).rejects.toEqual(
      refused('LOGIN_FAILED'),
    )
  })

  test('rejects a code unknown to the provider', async () => {
    const completion = await completionOf('Ada')
    await expect(auth.client.completeLogin({ ...completion, code: 'stolen' })).rejects.toEqual(refused('LOGIN_FAILED'))
  })

  test('rejects a login that took too long', async () => {
    const slow = await startHarness({ LOGIN_TTL_MS: '150' })
    try {
      const { authorizeUrl, browserSecret } = await slow.begin('', 'Ada')
      const { code, state } = await slow.visit(authorizeUrl)
      const key = `${slow.redisPrefix}login:{${hashOf(state)}}`
      await eventually(async () => (await slow.redis.exists(key)) === 0)
      const late = slow.client.completeLogin({ code, state, browserSecret, userAgent: '' })
      await expect(late).rejects.toEqual(refused('LOGIN_FAILED'))
    } finally {
      await slow.close()
    }
  })

  test('reports unavailability when the provider is down and opens no session', async () => {
    const lonely = await startHarness()
    try {
      const { authorizeUrl, browserSecret } = await lonely.begin('', 'Ada')
      const { code, state } = await lonely.visit(authorizeUrl)
      await lonely.discord.close()
      const login = lonely.client.completeLogin({ code, state, browserSecret, userAgent: '' })
      await expect(login).rejects.toEqual(refused('UNAVAILABLE'))
      expect((await lonely.database.query('SELECT * FROM accounts')).rows).toEqual([])
      expect(await lonely.redis.keys(`${lonely.redisPrefix}*`)).toEqual([])
    } finally {
      await lonely.close()
    }
  })
})

test('stores states and session ids in Redis only as hashes', async () => {
  const { authorizeUrl, browserSecret } = await auth.begin('', 'Hashed')
  const state = new URL(authorizeUrl).searchParams.get('state') ?? ''
  const { sessionId } = await auth.login('Hashed')
  const keys = await auth.redis.keys(`${auth.redisPrefix}*`)
  const strings = await Promise.all(
    keys.map(async (key) => ((await auth.redis.type(key)) === 'string' ? await auth.redis.get(key) : '')),
  )
  const stored = [...keys, ...strings].join('\n')
  expect(stored).toContain(hashOf(sessionId))
  expect(stored).toContain(hashOf(state))
  for (const secret of [state, browserSecret, sessionId]) expect(stored).not.toContain(secret)
})
