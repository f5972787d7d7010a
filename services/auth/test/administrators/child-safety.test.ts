import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { APPROVAL_LIFE_MS, newId } from '@kla/chassis'
import type { Approval } from '@kla/proto'
import { APPROVER_WAIT_MS } from '@kla/proto/web'
import { type Change, DEPUTY, type Office, openOffice, PHRASE, type SignedIn } from './office.js'

const LONG_MS = String(90 * 86_400_000)

let office: Office
/** Owner with child safety. */
let holder: SignedIn
/** Owners without child safety. */
let olga: SignedIn
let otto: SignedIn
/** Child-safety holder who is no owner. */
let kim: SignedIn

beforeAll(async () => {
  office = await openOffice({ ADMIN_SESSION_IDLE_MS: LONG_MS, ADMIN_SESSION_MAX_MS: LONG_MS })
  olga = await office.hire('olga', 'owner')
  // Created by the other founder, so that olga and otto are two people.
  otto = await office.hire('otto', 'owner', false, DEPUTY)
  kim = await office.hire('kim', 'moderator', true, DEPUTY)
  await passTime(APPROVER_WAIT_MS)
  holder = await office.signIn()
}, 30_000)
afterAll(() => office.close())

/** Lets time pass, after which everyone proves again who they are. */
async function passTime(ms: number): Promise<void> {
  office.passTime(ms)
  await office.auth.database.query('UPDATE administrator_sessions SET verified_at = $1', [new Date(office.now())])
}

const update = async (by: SignedIn, id: number, change: Change) =>
  office.auth.client.updateAdministrator({ id, resetTotp: false, resetPasskeys: false, ...change }, await by.context())
const ask = async (by: SignedIn, id: number, { password, ...change }: Change) =>
  office.auth.client.askForAdministratorChange(
    {
      id,
      resetTotp: false,
      resetPasskeys: false,
      ...change,
      password: password !== undefined,
      reason: 'Kim has left the company.',
    },
    await by.context(),
  )
const approve = async (by: SignedIn, { id }: Pick<Approval, 'id'>) =>
  office.auth.client.approveAdministratorChange({ id }, await by.context())
const waiting = async (by: SignedIn) =>
  (await office.auth.client.listAdministratorApprovals({}, await by.context())).approvals

/** Requests, approves and makes an owner's change to a child-safety holder. */
async function together(id: number, change: Change) {
  await expect(update(olga, id, change)).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
  await approve(otto, await ask(olga, id, change))
  return update(olga, id, change)
}

const holders = async (): Promise<number> => {
  const { rows } = await office.auth.database.query('SELECT 1 FROM administrators WHERE child_safety AND NOT disabled')
  return rows.length
}

describe('an owner without child safety', () => {
  test.each<[string, Change]>([
    ['set a holder’s password', { password: PHRASE }],
    ['reset a holder’s authenticator', { resetTotp: true }],
    ['change a holder’s role', { role: 'viewer' }],
    ['disable a holder', { disabled: true }],
    ['take child safety from a holder', { childSafety: false }],
  ])('cannot %s alone', async (_what, change) => {
    const victim = await office.hire(`victim-${Object.keys(change)[0]!.toLowerCase()}`, 'moderator', true)
    if (change.resetTotp) await office.setUpTotp(victim)
    await expect(update(olga, victim.identity.id, change)).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
    await expect(office.resolve(victim)).resolves.toMatchObject({ role: 'moderator' })
    await update(holder, victim.identity.id, { childSafety: false })
  })

  test('cannot grant child safety to anyone, or create an administrator with it', async () => {
    const friend = await office.hire('friend', 'moderator')
    await expect(update(olga, friend.identity.id, { childSafety: true })).rejects.toMatchObject({
      reason: 'SECOND_PERSON_REQUIRED',
    })
    await expect(update(olga, olga.identity.id, { childSafety: true })).rejects.toMatchObject({
      reason: 'INVALID_FIELD',
    })
    const puppet = { name: 'puppet', role: 'viewer', childSafety: true, password: PHRASE }
    const creates = office.auth.client.createAdministrator(puppet, await olga.context())
    await expect(creates).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
  })

  test('cannot create or take over another owner alone', async () => {
    const friend = await office.hire('accomplice', 'moderator')
    for (const [id, change] of [
      [friend.identity.id, { role: 'owner' }],
      [otto.identity.id, { password: PHRASE }],
    ] as const) {
      await expect(update(olga, id, change)).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
    }
    const puppet = { name: 'puppet', role: 'owner', childSafety: false, password: PHRASE }
    const creates = office.auth.client.createAdministrator(puppet, await olga.context())
    await expect(creates).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
  })
})

describe('second-person approval', () => {
  test('covers an account with the rights that it had when it was asked for', async () => {
    const { id } = (await office.hire('sleeper', 'viewer')).identity
    await update(olga, id, { disabled: true })
    await approve(otto, await ask(olga, id, { disabled: false }))
    // A disabled account gains nothing, so that one person is enough.
    await update(olga, id, { role: 'moderator' })
    await expect(update(olga, id, { disabled: false })).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
    const again = await ask(olga, id, { disabled: false })
    expect(again).toMatchObject({ approvedBy: '' })
    await approve(otto, again)
    expect(await update(olga, id, { disabled: false })).toMatchObject({ role: 'moderator', disabled: false })
  })

  test('allows two owners one change together and records both in the audit log', async () => {
    const leaver = await office.hire('leaver', 'moderator', true)
    const { id } = leaver.identity
    await expect(together(id, { disabled: true })).resolves.toMatchObject({ disabled: true })
    await expect(office.resolve(leaver)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    const [entry] = await office.audited({ by: 'olga', on: id }, 'administrators.update', 1)
    expect(JSON.parse(entry!.details)).toMatchObject({
      disabled: { from: false, to: true },
      approval: expect.any(String),
      approved_by: 'otto',
    })
    await office.audited({ by: 'olga', on: id }, 'administrators.approval-ask', 1)
    await office.audited({ by: 'otto', on: id }, 'administrators.approval-approve', 1)

    await expect(together(id, { disabled: false })).resolves.toMatchObject({ disabled: false })
    await expect(update(olga, id, { disabled: true })).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
    await update(holder, id, { childSafety: false })
  })

  test('is used once when the same change is sent twice concurrently', async () => {
    const { identity } = await office.hire('doubled', 'moderator', true)
    const change = { password: 'the first of two phrases' }
    await approve(otto, await ask(olga, identity.id, change))
    const outcomes = await Promise.allSettled([1, 2].map(() => update(olga, identity.id, change)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await update(holder, identity.id, { childSafety: false })
  })

  test('is used once, and asked for once, when the request is repeated', async () => {
    const { identity } = await office.hire('repeated', 'moderator', true)
    const { id } = identity
    const password = 'the phrase of a slow answer'
    await approve(otto, await ask(olga, id, { password }))
    const request = { id, resetTotp: false, resetPasskeys: false, password }
    const context = { ...(await olga.context()), requestId: newId() }
    const both = await Promise.all([1, 2].map(() => office.auth.client.updateAdministrator(request, context)))
    const person = await office.signIn({ username: 'repeated', password })
    await expect(office.auth.client.updateAdministrator(request, context)).resolves.toMatchObject({ id })
    expect(both[1]).toEqual(both[0])
    // Another change would have ended this session.
    await expect(office.resolve(person)).resolves.toMatchObject({ id })
    await expect(
      office.auth.client.updateAdministrator(request, { ...context, requestId: newId() }),
    ).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
    await update(holder, id, { childSafety: false })
    expect(await office.audited({ on: id }, 'administrators.update', 2)).toHaveLength(2)
  })

  test('is refused from the requester, the subject and administrators without the right', async () => {
    const viewer = await office.hire('onlooker', 'viewer')
    const asked = await ask(olga, kim.identity.id, { childSafety: false })
    await expect(approve(olga, asked)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await expect(approve(kim, asked)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await expect(approve(viewer, asked)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await expect(waiting(viewer)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    expect(await waiting(kim)).toContainEqual(
      expect.objectContaining({ id: asked.id, askedBy: 'olga', approvedBy: '' }),
    )
  })

  test('is accepted from a child-safety holder who is not an owner', async () => {
    const friend = await office.hire('trusted', 'moderator')
    await approve(kim, await ask(olga, friend.identity.id, { childSafety: true }))
    await expect(update(olga, friend.identity.id, { childSafety: true })).resolves.toMatchObject({ childSafety: true })
    await update(holder, friend.identity.id, { childSafety: false })
  })

  test('covers only the requested change by its requester', async () => {
    const other = await office.hire('other-holder', 'moderator', true)
    await approve(otto, await ask(olga, other.identity.id, { role: 'viewer' }))
    for (const [by, id, change] of [
      [olga, other.identity.id, { role: 'support' }],
      [olga, other.identity.id, { role: 'viewer', disabled: true }],
      [olga, kim.identity.id, { role: 'viewer' }],
      [otto, other.identity.id, { role: 'viewer' }],
    ] as const) {
      await expect(update(by, id, change)).rejects.toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' })
    }
    await expect(update(olga, other.identity.id, { role: 'viewer' })).resolves.toMatchObject({ role: 'viewer' })
    await update(holder, other.identity.id, { childSafety: false })
  })

  test('is void once the approver has lost the right to approve', async () => {
    const third = await office.hire('owner-three', 'owner', false, DEPUTY)
    await passTime(APPROVER_WAIT_MS)
    await approve(third, await ask(olga, kim.identity.id, { role: 'support' }))
    await update(holder, third.identity.id, { role: 'viewer' })
    await expect(update(olga, kim.identity.id, { role: 'support' })).rejects.toMatchObject({
      reason: 'SECOND_PERSON_REQUIRED',
    })
  })

  test('is requested once for the same change and lasts a day', async () => {
    const [one, two] = [
      await ask(olga, kim.identity.id, { disabled: true }),
      await ask(olga, kim.identity.id, { disabled: true }),
    ]
    expect(two.id).toBe(one.id)
    await approve(otto, one)
    await passTime(APPROVAL_LIFE_MS)
    ;[holder, olga, otto] = [
      await office.signIn(),
      await office.signIn({ username: 'olga', password: PHRASE }),
      await office.signIn({ username: 'otto', password: PHRASE }),
    ]
    await expect(update(olga, kim.identity.id, { disabled: true })).rejects.toMatchObject({
      reason: 'SECOND_PERSON_REQUIRED',
    })
    await expect(approve(otto, one)).rejects.toMatchObject({ reason: 'APPROVAL_NOT_FOUND' })
    expect(await waiting(olga)).toEqual([])
  })

  test('requires a reason and an existing administrator', async () => {
    const context = await olga.context()
    const request = {
      id: kim.identity.id,
      disabled: true,
      password: false,
      resetTotp: false,
      resetPasskeys: false,
      reason: ' ',
    }
    const { client } = office.auth
    await expect(client.askForAdministratorChange(request, context)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(
      client.askForAdministratorChange({ ...request, id: 999_999, reason: 'r' }, context),
    ).rejects.toMatchObject({ reason: 'ADMINISTRATOR_NOT_FOUND' })
    await expect(client.approveAdministratorChange({ id: "x' OR true" }, context)).rejects.toMatchObject({
      reason: 'APPROVAL_NOT_FOUND',
    })
  })
})

describe('the last child-safety holder', () => {
  test('cannot be removed', async () => {
    await update(holder, (await office.signIn()).identity.id, { childSafety: true })
    await office.auth.database.query("UPDATE administrators SET child_safety = false WHERE name <> 'admin'")
    for (const change of [{ childSafety: false }, { disabled: true }]) {
      await expect(update(holder, holder.identity.id, change)).rejects.toMatchObject({ reason: 'LAST_CHILD_SAFETY' })
      await approve(otto, await ask(olga, holder.identity.id, change))
      await expect(update(olga, holder.identity.id, change)).rejects.toMatchObject({ reason: 'LAST_CHILD_SAFETY' })
    }
    expect(await holders()).toBe(1)
  })

  test('remains when all holders are removed concurrently', async () => {
    const others = [await office.hire('holder-two', 'owner', true), await office.hire('holder-three', 'owner', true)]
    const everyone = [holder, ...others]
    const contexts = await Promise.all(everyone.map((person) => person.context()))
    const outcomes = await Promise.allSettled(
      everyone.map(({ identity }, at) =>
        office.auth.client.updateAdministrator(
          {
            id: identity.id,
            ...(at % 2 ? { disabled: true } : { childSafety: false }),
            resetTotp: false,
            resetPasskeys: false,
          },
          contexts[at],
        ),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ reason: 'LAST_CHILD_SAFETY' }) },
    ])
    expect(await holders()).toBe(1)
  })
})
