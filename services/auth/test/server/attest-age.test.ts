import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createPrincipalVerifier } from '@kla/chassis'
import { startHarness, type Harness } from '../harness.js'

let auth: Harness

beforeAll(async () => {
  auth = await startHarness({ AGE_POLICY: 'GB=document' })
})
afterAll(() => auth.close())

async function signIn(persona: string) {
  const { sessionId } = await auth.login(persona)
  const resolve = () => auth.client.resolveSession({ sessionId })
  const { principal, account } = await resolve()
  const attest = (over18: boolean) => auth.client.attestAge({ over18 }, { principal })
  return { resolve, attest, accountId: account?.id }
}

const verdictsOf = async (accountId: number | undefined) =>
  (await auth.database.query('SELECT method, jurisdiction FROM age_verdicts WHERE account_id = $1', [accountId])).rows

describe('a declaration of age', () => {
  test('is accepted, and the identity says so from then on', async () => {
    const { resolve, attest } = await signIn('Ada')
    await expect(attest(true)).resolves.toEqual({ accepted: true })
    const { account, principal } = await resolve()
    expect(account?.ageConfirmed).toBe(true)
    const verify = await createPrincipalVerifier(auth.publicKeyPem)
    await expect(verify(principal)).resolves.toMatchObject({ ageConfirmed: true })
  })

  test('may come twice, and is kept once', async () => {
    const { attest, accountId } = await signIn('Twice')
    await Promise.all([attest(true), attest(true)])
    await expect(attest(true)).resolves.toEqual({ accepted: true })
    expect(await verdictsOf(accountId)).toEqual([{ method: 'declaration', jurisdiction: 'default' }])
  })

  test('survives the session and the next login', async () => {
    await (await signIn('Again')).attest(true)
    const { resolve } = await signIn('Again')
    expect((await resolve()).account?.ageConfirmed).toBe(true)
  })

  test('to the contrary takes an earlier one back', async () => {
    const { resolve, attest } = await signIn('Young')
    await attest(true)
    await expect(attest(false)).resolves.toEqual({ accepted: false })
    expect((await resolve()).account?.ageConfirmed).toBe(false)
  })

  test('is kept but not enough where the policy asks for a stronger method', async () => {
    const { resolve, attest, accountId } = await signIn('Briton')
    await auth.database.query("UPDATE accounts SET jurisdiction = 'GB' WHERE id = $1", [accountId])
    await expect(attest(true)).resolves.toEqual({ accepted: false })
    expect(await verdictsOf(accountId)).toEqual([{ method: 'declaration', jurisdiction: 'GB' }])
    await auth.database.query("INSERT INTO age_verdicts VALUES ($1, 'document', 'GB')", [accountId])
    expect((await resolve()).account?.ageConfirmed).toBe(true)
  })

  test('needs somebody who is signed in', async () => {
    await expect(auth.client.attestAge({ over18: true })).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    const { attest, accountId } = await signIn('Deleted')
    await auth.database.query('DELETE FROM accounts WHERE id = $1', [accountId])
    await expect(attest(true)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
  })
})
