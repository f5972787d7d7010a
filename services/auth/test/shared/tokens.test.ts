import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createPrincipalVerifier, KlaError } from '@kla/chassis'
import { type Identity, ShownAs } from '@kla/proto'
import { createTestPrincipals } from '@kla/testkit'
import { createTokenSigner } from '../../src/shared/tokens.js'
import { type Harness, startHarness } from '../harness.js'

const MINUTE_MS = 60_000
const notSignedIn = expect.objectContaining({ reason: 'NOT_SIGNED_IN' })

let auth: Harness

beforeAll(async () => {
  auth = await startHarness()
})
afterAll(() => auth.close())

async function signIn(persona: string): Promise<{ sessionId: string; identity: Identity }> {
  const { sessionId } = await auth.login(persona)
  const { principal, account } = await auth.client.resolveSession({ sessionId })
  if (account?.nameChoice?.shownAs === ShownAs.UNSPECIFIED) {
    const choice = { shownAs: ShownAs.DISCORD, playerName: '', onLeaderboards: undefined }
    await auth.client.setPlayerName(choice, { principal })
  }
  return { sessionId, identity: await auth.client.resolveSession({ sessionId }) }
}

describe('a principal', () => {
  test('identifies its account to every service', async () => {
    const { identity } = await signIn('Ada')
    const verify = await createPrincipalVerifier(auth.publicKeyPem)
    await expect(verify(identity.principal)).resolves.toEqual({
      accountId: identity.account?.id,
      username: 'ada',
      discordId: identity.account?.discordId,
      avatar: identity.account?.avatar,
      ageConfirmed: false,
      sessionKey: identity.sessionKey,
      nameRevision: 1,
      alias: identity.account?.alias,
      restrictions: [],
    })
  })

  test('lives for a quarter of an hour, as the identity says', async () => {
    const { identity } = await signIn('Ada')
    const expiresAtMs = identity.principalExpiresAtMs
    expect(Math.abs(expiresAtMs - Date.now() - 15 * MINUTE_MS)).toBeLessThan(5_000)
    const before = await createPrincipalVerifier(auth.publicKeyPem, () => expiresAtMs - 1_000)
    await expect(before(identity.principal)).resolves.toMatchObject({ username: 'ada' })
    const after = await createPrincipalVerifier(auth.publicKeyPem, () => expiresAtMs + 1_000)
    await expect(after(identity.principal)).rejects.toThrow(KlaError)
  })

  test('is not accepted as an access token, nor the reverse', async () => {
    const { identity } = await signIn('Ada')
    await expect(auth.client.resolveAccessToken({ accessToken: identity.principal })).rejects.toEqual(notSignedIn)
    const verify = await createPrincipalVerifier(auth.publicKeyPem)
    await expect(verify(identity.accessToken)).rejects.toEqual(notSignedIn)
  })
})

describe('an access token', () => {
  test('resolves to the same account and session as the cookie', async () => {
    const { identity } = await signIn('Ada')
    const resolved = await auth.client.resolveAccessToken({ accessToken: identity.accessToken })
    expect(resolved.account).toEqual(identity.account)
    expect(resolved.sessionKey).toBe(identity.sessionKey)
  })

  test('is signed only on request', async () => {
    const { sessionId } = await auth.login('Ada')
    const identity = await auth.client.resolveSession({ sessionId, withoutAccessToken: true })
    expect(identity).toMatchObject({ account: { username: 'ada' }, accessToken: '' })
    await expect((await createPrincipalVerifier(auth.publicKeyPem))(identity.principal)).resolves.toBeDefined()
  })

  test('is rejected once its session has ended, although it was accepted before', async () => {
    const { sessionId, identity } = await signIn('Ada')
    await expect(auth.client.resolveAccessToken({ accessToken: identity.accessToken })).resolves.toBeDefined()
    await auth.client.endSession({ sessionId })
    await expect(auth.client.resolveAccessToken({ accessToken: identity.accessToken })).rejects.toEqual(notSignedIn)
  })

  test('is rejected with a foreign signature', async () => {
    const { identity } = await signIn('Ada')
    const { privateKeyPem } = await createTestPrincipals()
    const forger = await createTokenSigner(privateKeyPem, Date.now)
    const { token } = await forger.access({ accountId: 1, sessionKey: identity.sessionKey })
    for (const accessToken of [token, '', 'a.b.c', `${identity.accessToken}x`]) {
      await expect(auth.client.resolveAccessToken({ accessToken })).rejects.toEqual(notSignedIn)
    }
  })

  test('is rejected after five minutes, while the session lives on', async () => {
    const { sessionId, identity } = await signIn('Ada')
    auth.passTime(4 * MINUTE_MS)
    await expect(auth.client.resolveAccessToken({ accessToken: identity.accessToken })).resolves.toBeDefined()
    auth.passTime(2 * MINUTE_MS)
    await expect(auth.client.resolveAccessToken({ accessToken: identity.accessToken })).rejects.toEqual(notSignedIn)
    await expect(auth.client.resolveSession({ sessionId })).resolves.toBeDefined()
  })
})
