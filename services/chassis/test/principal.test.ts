import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import {
  ACCESS_AUDIENCE,
  createPrincipalVerifier,
  createSessionTokenReader,
  createTokenCache,
  EVERYTHING,
  isFresh,
  isRestricted,
  keyIdOf,
  PRINCIPAL_AUDIENCE,
  TOKEN_ALGORITHM,
  TOKEN_ISSUER,
} from '@kla/chassis'
import { STEP_UP_MS } from '@kla/proto/web'
import { createTestPrincipals, type TestPrincipals } from '@kla/testkit'
import { importPKCS8, SignJWT } from 'jose'

let principals: TestPrincipals
beforeAll(async () => {
  principals = await createTestPrincipals()
})

describe('a reader of session tokens', () => {
  const signed = async (audience: string, lifeMs = 60_000): Promise<string> =>
    new SignJWT({ session: 'key' })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM })
      .setSubject('5')
      .setIssuer(TOKEN_ISSUER)
      .setAudience(audience)
      .setExpirationTime(new Date(Date.now() + lifeMs))
      .sign(await importPKCS8(principals.privateKeyPem, TOKEN_ALGORITHM))

  test('tells principals from access tokens', async () => {
    const read = await createSessionTokenReader(principals.publicKeyPem, Date.now)
    const token = await principals.sign({ accountId: 5, sessionKey: 'of five' })
    const principal = await (await createPrincipalVerifier(principals.publicKeyPem))(token)
    expect(await read(token)).toEqual({ sessionKey: 'of five', expiresAtMs: expect.any(Number), principal })
    expect(await read(await signed(ACCESS_AUDIENCE))).toEqual({ sessionKey: 'key', expiresAtMs: expect.any(Number) })
  })

  test('reads no forged, expired or foreign token', async () => {
    const read = await createSessionTokenReader(principals.publicKeyPem, Date.now)
    const forged = await (await createTestPrincipals()).sign({ accountId: 5 })
    for (const token of [forged, await signed(ACCESS_AUDIENCE, -2_000), await signed('kla-other'), 'a.b.c', '']) {
      expect(await read(token)).toBeUndefined()
    }
  })
})

describe('a verifier', () => {
  test('returns the signed principal', async () => {
    const verify = await createPrincipalVerifier(principals.publicKeyPem)
    const token = await principals.sign({ accountId: 5, username: 'grace', ageConfirmed: false })
    await expect(verify(token)).resolves.toMatchObject({ accountId: 5, username: 'grace', ageConfirmed: false })
  })

  test('rejects an expired token, even one it has accepted before', async () => {
    let now = Date.now()
    const verify = await createPrincipalVerifier(principals.publicKeyPem, () => now)
    const token = await principals.sign({ accountId: 5 })
    await verify(token)
    now += 11 * 60_000
    await expect(verify(token)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
  })

  test('rejects another signer, another audience, a signature of other content and an unsigned token', async () => {
    const verify = await createPrincipalVerifier(principals.publicKeyPem)
    const stranger = await createTestPrincipals()
    const forClients = await new SignJWT({})
      .setProtectedHeader({ alg: TOKEN_ALGORITHM })
      .setSubject('5')
      .setIssuer(TOKEN_ISSUER)
      .setAudience(`${PRINCIPAL_AUDIENCE}-not`)
      .setExpirationTime('1m')
      .sign(await importPKCS8(principals.privateKeyPem, TOKEN_ALGORITHM))
    const [header, claims] = (await principals.sign({ accountId: 5 })).split('.')
    const [, , signature] = (await principals.sign({ accountId: 6 })).split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
    const altered = `${header}.${claims}.${signature}`
    for (const token of [await stranger.sign({ accountId: 5 }), forClients, altered, unsigned, '']) {
      await expect(verify(token)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    }
  })

  test('never keeps what it has rejected, and rejects a forged token beside the real one', async () => {
    const verify = await createPrincipalVerifier(principals.publicKeyPem)
    const token = await principals.sign({ accountId: 5 })
    const forged = `${token.slice(0, -8)}${token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA'}`
    for (const one of [forged, token, forged, token, forged]) {
      const answer = verify(one)
      if (one === token) await expect(answer).resolves.toMatchObject({ accountId: 5 })
      else await expect(answer).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    }
  })

  test.each([
    ['without an end', {}, { exp: undefined }],
    ['with an end that is no number', {}, { exp: '99999999999' }],
    ['that begins later', {}, { nbf: 99_999_999_999 }],
    ['of another issuer', {}, { iss: 'stranger' }],
    ['with critical extensions', { crit: ['b64'], b64: false }, {}],
    ['of another algorithm', { alg: 'HS256' }, {}],
  ])('rejects a signed token %s', async (_, header, claims) => {
    const verify = await createPrincipalVerifier(principals.publicKeyPem)
    const key = createPrivateKey(principals.privateKeyPem)
    const whole = { sub: '5', iss: TOKEN_ISSUER, aud: PRINCIPAL_AUDIENCE, exp: 99_999_999_999 }
    const token = (headers: object, fields: object): string => {
      const signed = [headers, fields].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
      return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
    }
    const alg = TOKEN_ALGORITHM
    await expect(verify(token({ alg }, whole))).resolves.toMatchObject({ accountId: 5 })
    await expect(verify(token({ alg, ...header }, { ...whole, ...claims }))).rejects.toMatchObject({
      reason: 'NOT_SIGNED_IN',
    })
  })

  test('is fresh until STEP_UP_MS after its session was proved', () => {
    expect(isFresh({ verifiedAtMs: 1_000 }, 999 + STEP_UP_MS)).toBe(true)
    expect(isFresh({ verifiedAtMs: 1_000 }, 1_000 + STEP_UP_MS)).toBe(false)
  })

  test("carries a player's restrictions and an administrator's permissions", async () => {
    const verify = await createPrincipalVerifier(principals.publicKeyPem)
    const restrictions = [{ scope: 'chat', untilMs: 5 }]
    await expect(verify(await principals.sign({ accountId: 5, restrictions }))).resolves.toMatchObject({ restrictions })
    const administrator = { id: 3, name: 'ines', role: 'owner', permissions: ['audit.read'] }
    const signed = await verify(await principals.signAdministrator(administrator))
    expect(signed).toMatchObject({ accountId: 0, administrator, restrictions: [] })
  })
})

describe('isRestricted', () => {
  test.each([
    ['its own scope, for good', { scope: 'chat', untilMs: 0 }, true],
    ['its own scope, still', { scope: 'chat', untilMs: 1_001 }, true],
    ['its own scope, until now', { scope: 'chat', untilMs: 1_000 }, false],
    ['everything', { scope: EVERYTHING, untilMs: 0 }, true],
    ['another scope', { scope: 'rooms', untilMs: 0 }, false],
  ])('treats %s, %j, as restricted: %p', (_what, restriction, expected) => {
    expect(isRestricted({ restrictions: [restriction] }, 'chat', 1_000)).toBe(expected)
  })
})

describe('a verifier during key rotation', () => {
  let next: TestPrincipals
  beforeAll(async () => {
    next = await createTestPrincipals()
  })
  const both = () => `${principals.publicKeyPem}\n${next.publicKeyPem}`

  test('accepts tokens of either key in any order', async () => {
    for (const keys of [both(), `${next.publicKeyPem}${principals.publicKeyPem}`, both().replaceAll('\n', '\\n')]) {
      const verify = await createPrincipalVerifier(keys)
      await expect(verify(await principals.sign({ accountId: 5 }))).resolves.toMatchObject({ accountId: 5 })
      await expect(verify(await next.sign({ accountId: 6 }))).resolves.toMatchObject({ accountId: 6 })
    }
  })

  test('tries each key for a token without a key id', async () => {
    const unnamed = await new SignJWT({ name: 'ada' })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM })
      .setSubject('7')
      .setIssuer(TOKEN_ISSUER)
      .setAudience(PRINCIPAL_AUDIENCE)
      .setExpirationTime('1m')
      .sign(await importPKCS8(next.privateKeyPem, TOKEN_ALGORITHM))
    await expect((await createPrincipalVerifier(both()))(unnamed)).resolves.toMatchObject({ accountId: 7 })
  })

  test('rejects a token with the wrong key id and an unknown signer', async () => {
    const verify = await createPrincipalVerifier(both())
    const pretending = await new SignJWT({})
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: await keyIdOf(principals.privateKeyPem) })
      .setSubject('5')
      .setIssuer(TOKEN_ISSUER)
      .setAudience(PRINCIPAL_AUDIENCE)
      .setExpirationTime('1m')
      .sign(await importPKCS8(next.privateKeyPem, TOKEN_ALGORITHM))
    const stranger = await createTestPrincipals()
    for (const token of [pretending, await stranger.sign({ accountId: 5 })]) {
      await expect(verify(token)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    }
  })

  test('cannot be created without a key', async () => {
    await expect(createPrincipalVerifier('')).rejects.toThrow('no public key')
  })

  test('cannot be created with a key of another kind', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    await expect(createPrincipalVerifier(pem)).rejects.toThrow('ed25519')
  })

  test.each(['', '.', '..', '...', 'e30.e30.', 'bnVsbA.e30.e30', 'x.y.z', '{}.{}.{}'])(
    'rejects %j, which is no token',
    async (text) => {
      const { publicKeyPem } = await createTestPrincipals()
      const verify = await createPrincipalVerifier(publicKeyPem)
      await expect(verify(text)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    },
  )
})

describe('a cache of tokens', () => {
  const until = (expiresAtMs: number) => async () => ({ value: expiresAtMs, expiresAtMs })

  test('never exceeds its bound, and forgets the oldest', async () => {
    const cache = createTokenCache<number>(3, () => 0)
    for (let number = 1; number <= 10; number++) {
      await cache.read(String(number), until(number))
      expect(cache.size).toBeLessThanOrEqual(3)
    }
    expect(await cache.read('10', until(99))).toBe(10)
    expect(await cache.read('7', until(99))).toBe(99)
  })

  test('verifies a token once until it expires, and then again', async () => {
    let nowMs = 0
    let times = 0
    const cache = createTokenCache<number>(3, () => nowMs)
    const read = () => cache.read('token', async () => ({ value: (times += 1), expiresAtMs: nowMs + 100 }))
    expect([await read(), await read()]).toEqual([1, 1])
    nowMs = 100
    expect(await read()).toBe(2)
  })

  test('keeps nothing of a token that fails', async () => {
    const cache = createTokenCache<number>(3, () => 0)
    const fail = () => Promise.reject(new Error('forged'))
    await expect(cache.read('token', fail)).rejects.toThrow('forged')
    expect(cache.size).toBe(0)
  })
})
