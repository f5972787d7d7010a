import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createPrincipalVerifier } from '@kla/chassis'
import { AgeChanged, AuditRecorded, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { type Harness, startHarness } from '../harness.js'
import { recordBus } from '../recorded-bus.js'

const recorded = recordBus()
let auth: Harness

beforeAll(async () => {
  auth = await startHarness({ AGE_POLICY: 'GB=document,*=declaration' }, { bus: recorded.bus })
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

describe('attestAge with over18', () => {
  test('is accepted and shows in the identity', async () => {
    const { resolve, attest } = await signIn('Ada')
    await expect(attest(true)).resolves.toEqual({ accepted: true })
    const { account, principal } = await resolve()
    expect(account?.ageConfirmed).toBe(true)
    const verify = await createPrincipalVerifier(auth.publicKeyPem)
    await expect(verify(principal)).resolves.toMatchObject({ ageConfirmed: true })
  })

  test('stores a repeated declaration once', async () => {
    const { attest, accountId } = await signIn('Twice')
    await Promise.all([attest(true), attest(true)])
    await expect(attest(true)).resolves.toEqual({ accepted: true })
    expect(await verdictsOf(accountId)).toEqual([{ method: 'declaration', jurisdiction: 'default' }])
  })

  test('outlives the session', async () => {
    await (await signIn('Again')).attest(true)
    const { resolve } = await signIn('Again')
    expect((await resolve()).account?.ageConfirmed).toBe(true)
  })

  test('is stored but insufficient if the policy requires a stronger method', async () => {
    const { resolve, attest, accountId } = await signIn('Briton')
    await auth.database.query("UPDATE accounts SET jurisdiction = 'GB' WHERE id = $1", [accountId])
    await expect(attest(true)).resolves.toEqual({ accepted: false })
    expect(await verdictsOf(accountId)).toEqual([{ method: 'declaration', jurisdiction: 'GB' }])
    await auth.database.query("INSERT INTO age_verdicts VALUES ($1, 'document', 'GB')", [accountId])
    expect((await resolve()).account?.ageConfirmed).toBe(true)
  })

  test('requires a signed-in player', async () => {
    await expect(auth.client.attestAge({ over18: true })).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    const { attest, accountId } = await signIn('Deleted')
    await auth.database.query('DELETE FROM accounts WHERE id = $1', [accountId])
    await expect(attest(true)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
  })
})

describe('the age lock', () => {
  const changesOf = (accountId: number | undefined) =>
    recorded
      .of(subjects.eventAgeChanged, AgeChanged)
      .filter((change) => change.accountId === accountId)
      .map(({ revision, locked }) => ({ revision, locked }))

  const lift = async (accountId: number | undefined, reason: string, permissions = ['members.manage']) =>
    auth.client.liftAgeLock(
      { accountId: accountId ?? 0, reason },
      { principal: await auth.principals.signAdministrator({ id: 3, name: 'mo', permissions }) },
    )

  test('refuses later declarations and earlier proofs', async () => {
    const { resolve, attest, accountId } = await signIn('Young')
    await attest(true)
    await auth.database.query("INSERT INTO age_verdicts VALUES ($1, 'document', 'default')", [accountId])
    await expect(attest(false)).resolves.toEqual({ accepted: false })
    const { account, principal, ageRevision } = await resolve()
    expect({ ...account, ageRevision }).toMatchObject({ ageConfirmed: false, ageLocked: true, ageRevision: 1 })
    const verify = await createPrincipalVerifier(auth.publicKeyPem)
    await expect(verify(principal)).resolves.toMatchObject({ ageConfirmed: false })
    for (let click = 0; click < 5; click++) await expect(attest(true)).resolves.toEqual({ accepted: false })
    expect((await signIn('Young').then((again) => again.resolve())).account).toMatchObject({
      ageConfirmed: false,
      ageLocked: true,
    })
    expect((await verdictsOf(accountId)).map(({ method }) => method)).toEqual(['document'])
  })

  test('holds against a concurrent declaration', async () => {
    const { resolve, attest } = await signIn('Quick')
    await Promise.all([attest(true), attest(false), attest(true), attest(true)])
    expect((await resolve()).account).toMatchObject({ ageConfirmed: false, ageLocked: true })
  })

  test('is published once and listed for gateways', async () => {
    const { attest, accountId } = await signIn('Told')
    await attest(false)
    await attest(false)
    await eventually(() => expect(changesOf(accountId)).toEqual([{ revision: 1, locked: true }]))
    const { ages } = await auth.client.listRestrictions({ accountIds: [accountId ?? 0] })
    expect(ages).toEqual([{ accountId, revision: 1, locked: true }])
  })

  test('is lifted by an administrator with a reason for the audit log and then requires another declaration', async () => {
    const { resolve, attest, accountId } = await signIn('Mistaken')
    await attest(true)
    await attest(false)
    await lift(accountId, ' Showed a passport. ')
    expect((await resolve()).account).toMatchObject({ ageConfirmed: false, ageLocked: false })
    await expect(attest(true)).resolves.toEqual({ accepted: true })
    expect((await resolve()).account).toMatchObject({ ageConfirmed: true })
    await eventually(() => expect(changesOf(accountId).at(-1)).toEqual({ revision: 2, locked: false }))
    // An account that is not locked stays unchanged.
    await lift(accountId, 'Again.')
    const entries = recorded
      .of(subjects.eventAuditRecorded('auth'), AuditRecorded)
      .filter(({ action, subjectId }) => action === 'members.lift-age-lock' && subjectId === String(accountId))
    expect(entries).toMatchObject([{ actorId: 3, actor: 'mo', subjectKind: 'account' }])
    expect(JSON.parse(entries[0]!.details)).toEqual({ reason: 'Showed a passport.' })
  })

  test('is not lifted without the permission, a reason or an account', async () => {
    const { resolve, attest, accountId } = await signIn('Held')
    await attest(false)
    await expect(lift(accountId, 'r', ['members.read'])).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await expect(lift(accountId, '  ')).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(lift(999_999_999, 'r')).rejects.toMatchObject({ reason: 'NO_SUCH_ACCOUNT' })
    expect((await resolve()).account?.ageLocked).toBe(true)
  })
})
