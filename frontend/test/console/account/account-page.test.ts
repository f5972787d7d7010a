import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import { closeBrowser, session } from '../desk/console-page.js'
import { CODES, createFakeKeys, passkeyView, sessionView } from '../sign-in/fake-keys.js'
import { closePage, isAccessible, openWith } from '../sign-in/keys-page.js'

afterEach(async () => expect(await closePage()).toEqual([]))
afterAll(closeBrowser)

const SUPPORT = session(['tickets.read'])

describe('your account', () => {
  test('lists passkeys, adds one with its recovery codes, and removes one after a question', async () => {
    const fake = createFakeKeys({ me: SUPPORT })
    const it = await openWith(fake, '/account')
    await it.go()
    const passkeys = it.panel('Passkeys')
    await passkeys.getByText('You have no passkey yet.').waitFor()
    await passkeys.getByLabel('Name').fill('Phone')
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await it.panel('Recovery codes').getByText(CODES[0]!).waitFor()
    await passkeys.getByRole('button', { name: 'Remove Phone' }).waitFor()
    await isAccessible(it)
    await it.button("I've kept them").click()
    await it.panel('Recovery codes').getByText('You have only 3 codes left.').waitFor()
    await passkeys.getByRole('button', { name: 'Remove Phone' }).click()
    await it.page.getByText('It is your last one, so your recovery codes stop working too.').waitFor()
    await isAccessible(it)
    await it.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await passkeys.getByText('You have no passkey yet.').waitFor()
    expect(fake.passkeys).toEqual([])
  })

  test('says why the last passkey stays', async () => {
    const fake = createFakeKeys({
      me: { ...SUPPORT, passkeys: 1 },
      passkeys: [passkeyView({ id: 'p1', synced: true })],
    })
    fake.instead.set('DELETE /admin/passkeys/p1', () => ({
      status: 409,
      body: { code: 'LAST_PASSKEY', error: 'Your role needs a passkey. Add another before you remove this one.' },
    }))
    const it = await openWith(fake, '/account')
    await it.go()
    await it.panel('Passkeys').getByText('Synced').waitFor()
    await it.button('Remove Work laptop').click()
    await it.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await it.page.getByText('Your role needs a passkey. Add another before you remove this one.').waitFor()
    await it.button('Remove Work laptop').waitFor()
  })

  test('renews recovery codes', async () => {
    const fake = createFakeKeys({ me: { ...SUPPORT, passkeys: 1 }, passkeys: [passkeyView()] })
    fake.codesLeft = 0
    const it = await openWith(fake, '/account')
    await it.go()
    await it
      .panel('Recovery codes')
      .getByText(/^You have no recovery code left\./)
      .waitFor()
    await it.button('Make new codes').click()
    await it.page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
    await it.panel('Recovery codes').getByText(CODES[1]!).waitFor()
  })

  test('shows where you are signed in, and ends the others', async () => {
    const fake = createFakeKeys({
      me: SUPPORT,
      sessions: [
        sessionView({ id: 's1', current: true }),
        sessionView({ id: 's2', browser: 'Chrome on Windows', method: 'recovery' }),
        sessionView({ id: 's3', browser: '', method: 'totp' }),
        sessionView({ id: 's4', browser: 'Safari on macOS', method: 'password' }),
      ],
    })
    const it = await openWith(fake, '/account')
    await it.go()
    const panel = it.panel("Where you're signed in")
    await panel.getByText(/with a recovery code/).waitFor()
    await isAccessible(it)
    expect(await panel.getByRole('listitem').filter({ hasText: 'This one' }).getByRole('button').count()).toBe(0)
    await it.button('Sign out Chrome on Windows').click()
    await eventually(() => expect(fake.sessions.map(({ id }) => id)).toEqual(['s1', 's3', 's4']), 5_000)
    await it.button('Sign out all others').click()
    await it.page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
    await panel.getByText("You're signed in nowhere else.").waitFor()
    expect(fake.sessions.map(({ id }) => id)).toEqual(['s1'])
  })
})
