import { beforeAll, expect, test } from '@jest/globals'
import {
  createPrincipalVerifier,
  EVERYTHING,
  isRestricted,
  PRINCIPAL_AUDIENCE,
  TOKEN_ALGORITHM,
  TOKEN_ISSUER,
} from '@kla/chassis'
import { createTestPrincipals, type TestPrincipals } from '@kla/testkit'
import { importPKCS8, SignJWT } from 'jose'

let principals: TestPrincipals
beforeAll(async () => {
  principals = await createTestPrincipals()
})

test('gives back what was signed', async () => {
  const verify = await createPrincipalVerifier(principals.publicKeyPem)
  const token = await principals.sign({ accountId: 5, username: 'grace', ageConfirmed: false })
  await expect(verify(token)).resolves.toMatchObject({ accountId: 5, username: 'grace', ageConfirmed: false })
})

test('refuses a token after its time, also one it has seen before', async () => {
  let now = Date.now()
  const verify = await createPrincipalVerifier(principals.publicKeyPem, () => now)
  const token = await principals.sign({ accountId: 5 })
  await verify(token)
  now += 11 * 60_000
  await expect(verify(token)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
})

test('refuses another signer, another audience and an unsigned token', async () => {
  const verify = await createPrincipalVerifier(principals.publicKeyPem)
  const stranger = await createTestPrincipals()
  const forClients = await new SignJWT({})
    .setProtectedHeader({ alg: TOKEN_ALGORITHM })
    .setSubject('5')
    .setIssuer(TOKEN_ISSUER)
    .setAudience(`${PRINCIPAL_AUDIENCE}-not`)
    .setExpirationTime('1m')
    .sign(await importPKCS8(principals.privateKeyPem, TOKEN_ALGORITHM))
  const [, claims] = (await principals.sign({ accountId: 5 })).split('.')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
  for (const token of [await stranger.sign({ accountId: 5 }), forClients, unsigned, '']) {
    await expect(verify(token)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
  }
})

test('carries what a player may not do, and who an administrator is', async () => {
  const verify = await createPrincipalVerifier(principals.publicKeyPem)
  const restrictions = [{ scope: 'chat', untilMs: 5 }]
  await expect(verify(await principals.sign({ accountId: 5, restrictions }))).resolves.toMatchObject({ restrictions })
  const administrator = { id: 3, name: 'ines', role: 'owner', permissions: ['audit.read'] }
  const signed = await verify(await principals.signAdministrator(administrator))
  expect(signed).toMatchObject({ accountId: 0, administrator, restrictions: [] })
})

test.each([
  ['its own scope, for good', { scope: 'chat', untilMs: 0 }, true],
  ['its own scope, still', { scope: 'chat', untilMs: 1_001 }, true],
  ['its own scope, until now', { scope: 'chat', untilMs: 1_000 }, false],
  ['everything', { scope: EVERYTHING, untilMs: 0 }, true],
  ['another scope', { scope: 'rooms', untilMs: 0 }, false],
])('is restricted by %s: %j', (_what, restriction, expected) => {
  expect(isRestricted({ restrictions: [restriction] }, 'chat', 1_000)).toBe(expected)
})
