import { describe, expect, test } from '@jest/globals'
import { session, watchPages } from '../desk/console-page.js'
import { CODES, createFakeKeys, type FakeKeys, passkeyView, PASSWORD, sessionView } from './fake-keys.js'
import { isAccessible, openWith } from './keys-page.js'

watchPages()

const OWNER = { ...session(['administrators.manage']), role: 'owner' as const, totp_enabled: false }

async function openAdministrators(fake: FakeKeys, path = '/administrators') {
  const it = await openWith(fake, path)
  fake.known.add(await it.authenticator.addPasskey())
  await it.go()
  return {
    ...it,
    question: it.page.getByRole('dialog', { name: "Confirm that it's you" }),
    changes: () => it.callsOf('PATCH', '/admin/administrators/3').map(({ body }) => body),
  }
}

const withPasskey = () => createFakeKeys({ me: { ...OWNER, passkeys: 1 }, passkeys: [passkeyView()] })

describe('a call that needs a confirmation', () => {
  test('is repeated once after a passkey, from a dialog over the one that sent it', async () => {
    const it = await openAdministrators(withPasskey(), '/administrators?open=3')
    await it.button('Reset passkeys').click()
    const reset = it.page.getByRole('dialog', { name: 'Reset the passkeys of nora?' })
    await reset.getByRole('button', { name: 'Reset' }).click()
    await it.question.waitFor()
    await isAccessible(it)
    expect(await it.focused()).toBe('Use your passkey')
    await it.page.keyboard.press('Enter')
    await it.page.getByText('Passkeys reset.').waitFor()
    expect(it.changes()).toEqual([{ reset_passkeys: true }, { reset_passkeys: true }])
    await reset.waitFor({ state: 'hidden' })
    expect(await it.focused()).toBe('Reset passkeys')
  })

  test('is not done, and says so calmly, when the confirmation is cancelled by key', async () => {
    const it = await openAdministrators(withPasskey(), '/administrators?open=3')
    await it.page.getByLabel('New password').fill('a lantern for nora')
    await it.button('Set password').click()
    await it.question.waitFor()
    await it.page.keyboard.press('Escape')
    await it.question.waitFor({ state: 'hidden' })
    await it.page.getByText('Not done.').waitFor()
    expect(await it.page.getByLabel('New password').inputValue()).toBe('a lantern for nora')
    expect(it.changes()).toEqual([{ password: 'a lantern for nora' }])
    await it.button('Set password').click()
    await it.question.getByRole('button', { name: 'Use your passkey' }).click()
    await it.page.getByText('Password changed.').waitFor()
  })

  test('is confirmed by a password without a passkey, after a wrong one and a missing code', async () => {
    const fake = createFakeKeys({ me: OWNER })
    fake.instead.set('POST /admin/step-up', ({ body }) => {
      const { password, code } = body as { password: string; code?: string }
      return password === PASSWORD && code === undefined
        ? { status: 401, body: { code: 'TOTP_REQUIRED', error: 'Enter the code from your authenticator.' } }
        : undefined
    })
    const it = await openAdministrators(fake)
    await it.page.getByLabel('Name').fill('ida')
    await it.page.getByLabel('Password').fill('a lantern for ida')
    await it.button('Create').click()
    await it.question.waitFor()
    expect(await it.question.getByRole('button', { name: 'Use your passkey' }).count()).toBe(0)
    const password = it.question.getByLabel('Password')
    await password.fill('wrong')
    await password.press('Enter')
    await it.question.getByText("We couldn't confirm that it's you. Try again.").waitFor()
    await password.fill(PASSWORD)
    await password.press('Enter')
    await it.question.getByText('Enter the code from your authenticator.').waitFor()
    await isAccessible(it)
    await it.question.getByLabel('Code').fill('123456')
    await it.question.getByLabel('Code').press('Enter')
    await it.page.getByText('Administrator nora created.').waitFor()
    expect(it.callsOf('POST', '/admin/administrators').map(({ body }) => body)).toEqual(
      Array(2).fill({ name: 'ida', role: 'viewer', child_safety: false, password: 'a lantern for ida' }),
    )
  })

  test('takes a recovery code where only a passkey counts', async () => {
    const fake = withPasskey()
    fake.instead.set('POST /admin/step-up', ({ body }) =>
      (body as { code?: string }).code === CODES[0] || (body as { password?: string }).password === undefined
        ? undefined
        : { status: 401, body: { code: 'PASSKEY_REQUIRED', error: 'Sign in with your passkey.' } },
    )
    const it = await openAdministrators(fake, '/administrators?open=3')
    await it.button('Disable').click()
    await it.page.getByRole('dialog', { name: 'Disable nora?' }).getByRole('button', { name: 'Disable' }).click()
    await it.authenticator.setWilling(false)
    await it.question.getByRole('button', { name: 'Use your passkey' }).click()
    await it.question.getByRole('button', { name: 'Use your password instead' }).click()
    await it.question.getByLabel('Password').fill(PASSWORD)
    await it.question.getByRole('button', { name: 'Confirm' }).click()
    await it.question.getByText(/^Your account confirms with its passkey\./).waitFor()
    expect(it.changes()).toEqual([{ disabled: true }])
    await it.question.getByLabel('Code').fill(CODES[0]!)
    await it.question.getByRole('button', { name: 'Confirm' }).click()
    await it.page.getByText('nora: disabled').waitFor()
    expect(it.changes()).toEqual([{ disabled: true }, { disabled: true }])
  })
})

describe('administrators', () => {
  async function openNora() {
    const fake = createFakeKeys({ me: OWNER })
    fake.isFresh = true
    let nora = fake.nora
    fake.instead.set('GET /admin/administrators', () => ({ body: { administrators: [nora], second_person: true } }))
    fake.instead.set('PATCH /admin/administrators/3', ({ body }) => {
      nora = { ...nora, ...(body as object) }
      return { body: nora }
    })
    const it = await openAdministrators(fake, '/administrators?open=3')
    const role = it.page.getByLabel('Role').last()
    await role.waitFor()
    const becomes = (part: Partial<typeof nora>) => void (nora = { ...nora, ...part })
    return { ...it, fake, role, becomes, dialog: it.page.getByRole('dialog') }
  }

  test('keep their role while arrow keys pass others, and lose permissions only after a question', async () => {
    const it = await openNora()
    await it.role.focus()
    await it.page.keyboard.press('ArrowDown')
    expect(await it.role.inputValue()).toBe('viewer')
    expect(it.changes()).toEqual([])
    await it.button('Apply the role').click()
    await isAccessible(it)
    expect(it.changes()).toEqual([])
    await it.dialog.getByRole('button', { name: 'Change the role' }).click()
    await it.page.getByText('nora: Support → Viewer').first().waitFor()
    expect(it.changes()).toEqual([{ role: 'viewer' }])
  })

  test('get a greater role at once, and an undo that needs a second person offers to ask', async () => {
    const it = await openNora()
    await it.role.selectOption('owner')
    await it.button('Apply the role').click()
    const undo = it.button('Undo: nora: Support → Owner')
    await undo.waitFor()
    it.fake.instead.set('PATCH /admin/administrators/3', () => ({
      status: 403,
      body: { code: 'SECOND_PERSON_REQUIRED', error: 'This takes a second person.' },
    }))
    await undo.click()
    await it.page.getByRole('dialog', { name: 'Ask a second person?' }).waitFor()
    expect(it.changes()).toEqual([{ role: 'owner' }, { role: 'support' }])
  })

  test('stay as they are when an undo would revert what someone else changed since', async () => {
    const it = await openNora()
    await it.role.selectOption('owner')
    await it.button('Apply the role').click()
    const undo = it.button('Undo: nora: Support → Owner')
    await undo.waitFor()
    it.becomes({ role: 'moderator' })
    await undo.click()
    await it.page.getByText('Someone changed this administrator since. Nothing was undone.').waitFor()
    expect(it.changes()).toEqual([{ role: 'owner' }])
  })

  test("shows owners everyone's sessions, and ends one", async () => {
    const fake = createFakeKeys({
      me: OWNER,
      sessions: [
        sessionView({ id: 's1', current: true }),
        sessionView({ id: 's2', administrator_id: 3, administrator: 'nora', browser: 'Chrome on Windows' }),
      ],
    })
    const it = await openAdministrators(fake)
    await it.page.getByText('nora, Chrome on Windows').waitFor()
    await isAccessible(it)
    await it.button('Sign out Chrome on Windows of nora').click()
    await it.page.getByText('Signed out: nora, Chrome on Windows.').waitFor()
    expect(fake.sessions.map(({ id }) => id)).toEqual(['s1'])
  })
})
