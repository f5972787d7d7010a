import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type DiscordStandIn, startDiscordStandIn } from '../../src/stand-ins/discord/index.js'

const CALLBACK = 'http://localhost:8080/auth/discord/callback'
const SECRET = 'kla-local-secret'
// RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

let discord: DiscordStandIn

beforeAll(async () => {
  discord = await startDiscordStandIn({ port: 0 })
})
afterAll(() => discord.close())

function authorize(parameters: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({
    client_id: 'kla-local',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'identify email guilds',
    state: 's1',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...parameters,
  })
  return fetch(`${discord.url}/oauth2/authorize?${query}`, { redirect: 'manual' })
}

const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? '')

async function codeFor(persona: string, parameters: Record<string, string> = {}): Promise<string> {
  return locationOf(await authorize({ persona, ...parameters })).searchParams.get('code') ?? ''
}

const exchange = (form: Record<string, string>): Promise<Response> =>
  fetch(`${discord.url}/api/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'kla-local',
      client_secret: SECRET,
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...form,
    }),
  })

async function tokenFor(persona: string, parameters: Record<string, string> = {}): Promise<string> {
  const response = await exchange({ code: await codeFor(persona, parameters) })
  return ((await response.json()) as { access_token: string }).access_token
}

const ask = (path: string, token: string): Promise<Response> =>
  fetch(`${discord.url}/api/users/@me${path}`, { headers: { authorization: `Bearer ${token}` } })

const personOf = async (name: string) =>
  (await (await ask('', await tokenFor(name))).json()) as Record<string, string | boolean>

describe('the authorize page', () => {
  test('lists personas, accepts any name and can be cancelled', async () => {
    const response = await authorize()
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('name="persona" value="Robin"')
    expect(html).toMatch(/<input id="name" name="persona"/)
    expect(html).toContain('name="cancel"')
    expect(html).toContain('name="state" value="s1"')
  })

  test('escapes everything it shows of the request', async () => {
    const html = await (await authorize({ state: '"><script>alert(1)</script>' })).text()
    expect(html).not.toContain('<script>')
  })

  test('redirects a persona straight back with a code and the state', async () => {
    const back = locationOf(await authorize({ persona: 'Ada' }))
    expect(back.origin + back.pathname).toBe(CALLBACK)
    expect(back.searchParams.get('state')).toBe('s1')
    expect(back.searchParams.get('code')).toMatch(/^[\w-]{20,}$/)
  })

  test('redirects with access_denied when the user cancels', async () => {
    const back = locationOf(await authorize({ cancel: '1' }))
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('state')).toBe('s1')
    expect(back.searchParams.has('code')).toBe(false)
  })

  test.each([
    ['another application', { client_id: 'someone-else' }],
    ['another response type', { response_type: 'token' }],
    ['no challenge', { code_challenge: '' }],
    ['a challenge in plain', { code_challenge_method: 'plain' }],
    ['an address that is none', { redirect_uri: 'javascript:alert(1)' }],
  ])('refuses %s without a redirect', async (_name, parameters) => {
    const response = await authorize({ persona: 'Ada', ...parameters })
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
  })

  test('shows the page for an invalid name', async () => {
    expect((await authorize({ persona: '   ' })).status).toBe(200)
  })
})

describe('the token endpoint', () => {
  test('accepts a code only with the verifier of its challenge', async () => {
    for (const verifier of ['', CHALLENGE, 'x'.repeat(43)]) {
      const response = await exchange({ code: await codeFor('Ada'), code_verifier: verifier })
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    }
  })

  test('accepts a code once', async () => {
    const code = await codeFor('Ada')
    const first = await exchange({ code })
    expect(first.status).toBe(200)
    expect(await first.json()).toMatchObject({ token_type: 'Bearer', scope: 'identify email guilds' })
    const second = await exchange({ code })
    expect(second.status).toBe(400)
    expect(await second.json()).toMatchObject({ error: 'invalid_grant' })
  })

  test.each([
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['another application', { client_id: 'someone-else' }, 401, 'invalid_client'],
    ['another way back', { redirect_uri: 'http://elsewhere.example/' }, 400, 'invalid_grant'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('refuses %s', async (_name, form, status, error) => {
    const response = await exchange({ code: await codeFor('Ada'), ...form })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error })
  })

  test('accepts client credentials in the header', async () => {
    const response = await fetch(`${discord.url}/api/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`kla-local:${SECRET}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: await codeFor('Ada'),
        redirect_uri: CALLBACK,
        code_verifier: VERIFIER,
      }),
    })
    expect(response.status).toBe(200)
  })
})

describe('a persona', () => {
  test('is the same account for the same name, and another one for any other', async () => {
    const [first, again, other] = await Promise.all([personOf('Zoë Müller'), personOf('Zoë Müller'), personOf('Zoe')])
    expect(again).toEqual(first)
    expect(first).toMatchObject({ username: 'zoe_muller', global_name: 'Zoë Müller', verified: true })
    expect(first['id']).toMatch(/^\d{17,19}$/)
    expect(other['id']).not.toBe(first['id'])
  })

  test('has a username even when no letter of the name fits', async () => {
    expect(await personOf('李雷')).toMatchObject({
      global_name: '李雷',
      username: expect.stringMatching(/^player_\d+$/),
    })
  })

  test('has servers', async () => {
    const guilds = (await (await ask('/guilds', await tokenFor('Ada'))).json()) as { id: string; name: string }[]
    expect(guilds[0]).toMatchObject({ name: 'The Bell', id: expect.stringMatching(/^\d{17,19}$/) })
  })

  test('has a picture', async () => {
    const { id, avatar } = await personOf('Ada')
    const response = await fetch(`${discord.url}/avatars/${id}/${avatar}.png?size=64`)
    expect(response.status).toBe(200)
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
  })

  test('is shown only for a token with the scope', async () => {
    expect((await ask('', 'forged')).status).toBe(401)
    const narrow = await tokenFor('Ada', { scope: 'identify' })
    expect((await ask('/guilds', narrow)).status).toBe(403)
    expect(await (await ask('', narrow)).json()).not.toHaveProperty('email')
  })
})
