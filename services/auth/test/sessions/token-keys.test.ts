import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, expect, test } from '@jest/globals'
import { createPrincipalVerifier, type Principal } from '@kla/chassis'
import { createTestPrincipals, type TestPrincipals } from '@kla/testkit'
import { createAccessTokenReader, createTokenSigner } from '../../src/shared/tokens.js'

/** Keys of a pod: auth signs with one, and every service trusts some. */
interface Keys {
  readonly signs: TestPrincipals
  readonly trusts: readonly TestPrincipals[]
}

const MINUTE_MS = 60_000
const PRINCIPAL: Principal = {
  accountId: 7,
  username: 'ada',
  discordId: '1',
  avatar: '',
  ageConfirmed: true,
  sessionKey: 's',
  restrictions: [],
}

let old: TestPrincipals
let next: TestPrincipals
beforeAll(async () => {
  ;[old, next] = await Promise.all([createTestPrincipals(), createTestPrincipals()])
})

const pemsOf = ({ trusts }: Keys): string => trusts.map(({ publicKeyPem }) => publicKeyPem).join('\n')

/** True if a pod with `reading` accepts what an auth pod with `signing` signed `ageMs` ago. */
async function takes(reading: Keys, signing: Keys, ageMs: number): Promise<boolean> {
  const now = Date.now()
  const signer = await createTokenSigner(signing.signs.privateKeyPem, () => now - ageMs)
  const principal = (await signer.principal(PRINCIPAL)).token
  const verify = await createPrincipalVerifier(pemsOf(reading), () => now)
  const verified = await verify(principal).then(
    ({ accountId }) => accountId === 7,
    () => false,
  )
  // Auth reads tokens of its other pods with the keys it trusts and its own public key.
  const access = (await signer.access({ accountId: 7, sessionKey: 's' })).token
  const readAccess = await createAccessTokenReader(`${reading.signs.publicKeyPem}${pemsOf(reading)}`, () => now - ageMs)
  return verified && (await readAccess(access)) === 's'
}

test('refuses no call in any step while both keys are trusted', async () => {
  const steps: readonly Keys[] = [
    { signs: old, trusts: [old] },
    { signs: old, trusts: [old, next] },
    { signs: next, trusts: [old, next] },
    { signs: next, trusts: [next] },
  ]
  for (let step = 1; step < steps.length; step++) {
    // During a rollout there are old and new pods, and tokens signed before it are still valid.
    const pods = [steps[step - 1]!, steps[step]!]
    for (const signing of pods) {
      for (const reading of pods) {
        expect({ step, taken: await takes(reading, signing, 0) }).toEqual({ step, taken: true })
      }
    }
  }
})

test('rejects the old key after the last step', async () => {
  const before: Keys = { signs: old, trusts: [old, next] }
  const after: Keys = { signs: next, trusts: [next] }
  expect(await takes(after, before, 0)).toBe(false)
  // Only expired principals of the old key are rejected.
  expect(await takes({ signs: next, trusts: [old, next] }, before, 14 * MINUTE_MS)).toBe(true)
  expect(await takes({ signs: next, trusts: [old, next] }, before, 15 * MINUTE_MS)).toBe(false)
})

test('signs with no key of another kind', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await expect(createTokenSigner(pem, Date.now)).rejects.toThrow('ed25519')
})
