import { afterEach, describe, expect, test } from '@jest/globals'
import { openSilentAddress } from '@kla/testkit'
import { createDiscordLogin } from '../../src/login/discord.js'
import type { LimitScope, ProviderLimits } from '../../src/login/limits.js'
import type { LoginProvider } from '../../src/login/provider.js'
import { type Answer, PERSON, type ScriptedProvider, scriptProvider, TOKENS } from '../scripted-provider.js'

// RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

let provider: ScriptedProvider | undefined
afterEach(async () => {
  await provider?.close()
  provider = undefined
})

const OPTIONS = {
  clientId: 'id',
  clientSecret: 'hush',
  authorizeUrl: 'https://discord.example/oauth2/authorize',
  callbackUrl: 'https://kla.example/auth/discord/callback',
  timeoutMs: 250,
  now: () => Date.parse('2026-11-01T12:00:00Z'),
}

/** Keeps limits in memory, without a clock. */
function rememberedLimits(): ProviderLimits & { readonly held: Map<LimitScope, number> } {
  const held = new Map<LimitScope, number>()
  return {
    held,
    remainingMs: async (scope) => held.get(scope) ?? 0,
    remember: async (scope, forMs) => void held.set(scope, forMs),
  }
}

async function loginWith(
  answers: Readonly<Record<string, Answer>> = {},
  limits = rememberedLimits(),
): Promise<LoginProvider> {
  provider = await scriptProvider(answers)
  return createDiscordLogin({ ...OPTIONS, apiUrl: provider.url, limits })
}

describe('createDiscordLogin', () => {
  test('gives up on a provider whose address swallows connections', async () => {
    const silent = await openSilentAddress()
    const login = createDiscordLogin({
      ...OPTIONS,
      apiUrl: `http://127.0.0.1:${silent.port}`,
      limits: rememberedLimits(),
    })
    expect(await login.complete('code', VERIFIER)).toMatchObject({ failed: 'unreachable' })
    await silent.close()
  })

  test('builds an authorize URL whose own parameters cannot be overridden', async () => {
    const login = await loginWith()
    const address = new URL(
      await login.begin('s', VERIFIER, {
        state: 'forged',
        client_id: 'forged',
        scope: 'bot',
        code_challenge: 'forged',
        persona: 'A&B',
      }),
    )
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'id',
      redirect_uri: 'https://kla.example/auth/discord/callback',
      response_type: 'code',
      scope: 'identify email guilds',
      state: 's',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      persona: 'A&B',
    })
  })

  test('calls only the configured addresses and returns the profile without tokens', async () => {
    const login = await loginWith()
    const outcome = await login.complete('code', VERIFIER)
    expect(outcome).toEqual({
      profile: {
        id: PERSON.id,
        username: 'ada',
        globalName: 'Ada',
        email: 'ada@private.example',
        avatar: 'a_0123456789abcdef',
        discriminator: '0',
        guilds: [{ id: '876543210987654321', name: 'The Bell', icon: '' }],
      },
    })
    expect(JSON.stringify(outcome)).not.toContain(TOKENS.access_token)
    expect([...(provider?.asked ?? [])].sort()).toEqual(['/oauth2/token', '/users/@me', '/users/@me/guilds'])
  })

  test.each([
    [true, 'ada@private.example'],
    [false, null],
  ])('returns only a verified e-mail address (%s): %s', async (verified, email) => {
    const login = await loginWith({ '/users/@me': [200, { ...PERSON, verified }] })
    expect(await login.complete('code', VERIFIER)).toMatchObject({ profile: { email } })
  })

  test('succeeds without guilds when the provider does not list them', async () => {
    const answers: Answer[] = [[429, { message: 'rate limited' }], [500, 'oops'], [200, { odd: true }], 'silence']
    for (const guilds of answers) {
      const login = await loginWith({ '/users/@me/guilds': guilds })
      const outcome = await login.complete('code', VERIFIER)
      expect(outcome).toMatchObject({ profile: { username: 'ada' } })
      expect(outcome).not.toHaveProperty('profile.guilds')
      await provider?.close()
    }
    provider = undefined
  })

  test.each<[string, Record<string, Answer>]>([
    ['the code is wrong', { '/oauth2/token': [400, { error: 'invalid_grant' }] }],
    ['the application is wrong', { '/oauth2/token': [401, { error: 'invalid_client' }] }],
    ['the token is rejected', { '/users/@me': [401, { message: '401: Unauthorized' }] }],
  ])('refuses a login when %s', async (_name, answers) => {
    const login = await loginWith(answers)
    await expect(login.complete('code', VERIFIER)).resolves.toMatchObject({ failed: 'refused' })
  })

  test.each<[string, Record<string, Answer>]>([
    ['is broken', { '/oauth2/token': [500, 'oops'] }],
    ['is broken and says so in JSON', { '/oauth2/token': [503, { error: 'temporarily_unavailable' }] }],
    ['is overloaded', { '/oauth2/token': [429, { message: 'You are being rate limited.' }] }],
    ['does not answer to a code', { '/oauth2/token': 'silence' }],
    ['does not answer with a profile', { '/users/@me': 'silence' }],
    ['answers a page', { '/oauth2/token': [200, '<html>'] }],
    ['answers null', { '/oauth2/token': [200, 'null'] }],
    ['answers no token', { '/oauth2/token': [200, {}] }],
    ['answers null for the person', { '/users/@me': [200, 'null'] }],
    ['answers no valid profile', { '/users/@me': [200, { id: 'DROP TABLE', username: 'x' }] }],
  ])('reports unavailability when the provider %s', async (_name, answers) => {
    const login = await loginWith(answers)
    await expect(login.complete('code', VERIFIER)).resolves.toMatchObject({ failed: 'unreachable' })
  })

  test.each<[string, string, Record<string, string>, unknown]>([
    ['the token', '/oauth2/token', { 'retry-after': '3600' }, { all: 3_600_000 }],
    ['the token', '/oauth2/token', { 'retry-after': '2', 'x-ratelimit-scope': 'user' }, { all: 2_000 }],
    ['the person', '/users/@me', { 'x-ratelimit-reset-after': '64.57' }, { all: 64_570 }],
    ['the person alone', '/users/@me', { 'retry-after': '9', 'x-ratelimit-scope': 'user' }, {}],
  ])('remembers that %s must not be called for a while: %s %j', async (_name, path, headers, remembered) => {
    const limits = rememberedLimits()
    const login = await loginWith({ [path]: [429, { error: 'rate_limited' }, headers] }, limits)
    expect(await login.complete('code', VERIFIER)).toMatchObject({
      failed: 'unreachable',
      retryAfterMs: expect.any(Number),
    })
    expect(Object.fromEntries(limits.held)).toEqual(remembered)
  })

  test.each<[string, Record<string, string>, number[]]>([
    ['logs in without guilds while their limit lasts', {}, [1, 1]],
    ["asks again for guilds after one player's limit", { 'x-ratelimit-scope': 'user' }, [1, 2]],
  ])('%s', async (_what, headers, counts) => {
    const login = await loginWith({ '/users/@me/guilds': [429, {}, { 'retry-after': '5', ...headers }] })
    for (const guildCalls of counts) {
      expect(await login.complete('code', VERIFIER)).toMatchObject({ profile: { username: 'ada' } })
      expect(provider?.asked.filter((path) => path.endsWith('guilds'))).toHaveLength(guildCalls)
    }
  })

  test('follows no redirect with a token', async () => {
    const elsewhere = await scriptProvider()
    try {
      const login = await loginWith({ '/users/@me': [302, '', { location: `${elsewhere.url}/users/@me` }] })
      await expect(login.complete('code', VERIFIER)).resolves.toMatchObject({ failed: 'unreachable' })
      expect(elsewhere.asked).toEqual([])
    } finally {
      await elsewhere.close()
    }
  })
})
