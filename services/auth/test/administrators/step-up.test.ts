import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { STEP_UP_MS } from '@kla/proto/web'
import type { Authenticator, Flaws } from './authenticator.js'
import { type Enrolled, FIRST, type Office, openOffice } from './office.js'

let office: Office
let hired = 0
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const client = () => office.auth.client
const hire = () => office.enrol(`person-${(hired += 1)}`)

async function stepUp(person: Enrolled, answer: { password?: string; code?: string } = { password: FIRST.password }) {
  const request = { challengeId: '', response: '', password: '', code: '', ...answer }
  return client().stepUp(request, await person.context())
}

describe('stepping up', () => {
  async function answer(person: Enrolled, key: Authenticator, flaws: Flaws = {}) {
    const { id: challengeId, options } = await client().beginStepUp({}, await person.context())
    return { challengeId, response: key.get(options, { userHandle: null, ...flaws }), password: '', code: '' }
  }

  test('makes a session fresh for STEP_UP_MS, by a passkey', async () => {
    const person = await hire()
    const { key } = await office.addPasskey(person)
    office.passTime(STEP_UP_MS)
    const { freshUntilMs } = await client().stepUp(await answer(person, key), await person.context())
    expect(freshUntilMs).toBe(office.now() + STEP_UP_MS)
    expect((await office.resolve(person)).freshUntilMs).toBe(freshUntilMs)
    office.passTime(STEP_UP_MS - 1)
    const context = await person.context()
    await expect(client().renewRecoveryCodes({}, context)).resolves.toBeDefined()
    // A principal that lives on does not keep the session fresh.
    office.passTime(1)
    await expect(client().renewRecoveryCodes({}, context)).rejects.toMatchObject({ reason: 'STEP_UP_REQUIRED' })
  })

  test('records a passkey whose counter went back, as a sign-in does', async () => {
    const person = await hire()
    const { key } = await office.addPasskey(person)
    await client().stepUp(await answer(person, key, { counter: 9 }), await person.context())
    const copied = await answer(person, key, { counter: 8 })
    await expect(client().stepUp(copied, await person.context())).rejects.toMatchObject({ reason: 'STEP_UP_FAILED' })
    const entries = await office.audited({ by: person.name }, 'administrators.sign-in', 2)
    const details = { outcome: 'refused', stage: 'copied-passkey', for: 'step-up' }
    expect(JSON.parse(entries.at(-1)!.details)).toEqual(details)
  })

  test("records another's copied passkey for its owner, not for whose session it is", async () => {
    const [owner, person] = [await hire(), await hire()]
    const { key } = await office.addPasskey(owner)
    await office.addPasskey(person)
    await office.signInWithPasskey(key, { counter: 9 })
    await expect(
      client().stepUp(await answer(person, key, { counter: 8 }), await person.context()),
    ).rejects.toMatchObject({ reason: 'STEP_UP_FAILED' })
    const entries = await office.audited({ by: owner.name }, 'administrators.sign-in', 3)
    expect(JSON.parse(entries.at(-1)!.details)).toMatchObject({ stage: 'copied-passkey', for: 'step-up' })
  })

  test('works by password, and by password and code', async () => {
    const person = await hire()
    await expect(client().beginStepUp({}, await person.context())).resolves.toEqual({ id: '', options: '{}' })
    await expect(stepUp(person)).resolves.toMatchObject({ freshUntilMs: office.now() + STEP_UP_MS })
    const { code } = await office.setUpTotp(person)
    await expect(stepUp(person)).rejects.toMatchObject({ reason: 'TOTP_REQUIRED' })
    await expect(stepUp(person, { password: FIRST.password, code: '000000' })).rejects.toMatchObject({
      reason: 'STEP_UP_FAILED',
    })
    await expect(stepUp(person, { password: FIRST.password, code: code(30_000) })).resolves.toBeDefined()
  })

  test('refuses a password where a passkey is all there is, unless with a recovery code', async () => {
    const person = await hire()
    const { codes } = await office.addPasskey(person)
    await expect(stepUp(person)).rejects.toMatchObject({ reason: 'PASSKEY_REQUIRED' })
    await expect(stepUp(person, { password: FIRST.password, code: codes[0]! })).resolves.toBeDefined()
    await expect(stepUp(person, { password: FIRST.password, code: codes[0]! })).rejects.toMatchObject({
      reason: 'STEP_UP_FAILED',
    })
  })

  test('refuses a wrong proof, and makes wait after five', async () => {
    const person = await hire()
    for (let count = 0; count < 5; count += 1) {
      await expect(stepUp(person, { password: 'not this one at all' })).rejects.toMatchObject({
        reason: 'STEP_UP_FAILED',
      })
    }
    await expect(stepUp(person)).rejects.toMatchObject({ reason: 'RATE_LIMITED' })
  })

  test("refuses another session's challenge, another's passkey, and an answer twice", async () => {
    const [person, other] = [await hire(), await hire()]
    const { key } = await office.addPasskey(person)
    const { key: otherKey } = await office.addPasskey(other)
    const elsewhere: Enrolled = { ...person, ...(await office.signInWithPasskey(key)) }
    const failed = { reason: 'STEP_UP_FAILED' }
    const foreign = await answer(elsewhere, key)
    await expect(client().stepUp(foreign, await person.context())).rejects.toMatchObject(failed)
    const borrowed = await answer(person, otherKey)
    await expect(client().stepUp(borrowed, await person.context())).rejects.toMatchObject(failed)
    const unverified = await answer(person, key, { unverified: true })
    await expect(client().stepUp(unverified, await person.context())).rejects.toMatchObject(failed)
    const own = await answer(person, key)
    await expect(client().stepUp(own, await person.context())).resolves.toBeDefined()
    await expect(client().stepUp(own, await person.context())).rejects.toMatchObject(failed)
  })
})
