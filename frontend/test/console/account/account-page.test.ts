import { describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { pressTwice } from '../../features/player-page.js'
import { session, watchPages } from '../desk/console-page.js'
import { CODES, createFakeKeys, passkeyView, sessionView } from '../sign-in/fake-keys.js'
import { isAccessible, openWith } from '../sign-in/keys-page.js'

watchPages()

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

  test('holds new recovery codes until they are kept, and shows them again after going back', async () => {
    const fake = createFakeKeys({ me: { ...SUPPORT, passkeys: 1 }, passkeys: [passkeyView()] })
    const it = await openWith(fake, '/')
    await it.go()
    await it.page.getByRole('link', { name: 'Your account' }).click()
    await it.button('Make new codes').click()
    await it.page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
    const codes = it.page.getByRole('dialog', { name: 'New recovery codes' })
    await codes.waitFor()
    for (let press = 0; press < 3; press++) await it.page.keyboard.press('Escape')
    await codes.waitFor()
    await isAccessible(it)
    const elsewhere = it.page.getByRole('link', { name: 'Your account' })
    await expect(elsewhere.click({ trial: true, timeout: 500 })).rejects.toThrow('intercepts pointer events')
    await it.page.goBack()
    await codes.waitFor({ state: 'detached' })
    await it.page.goForward()
    await codes.getByText(CODES[0]!).waitFor()
    await it.button("I've kept them").click()
    await codes.waitFor({ state: 'detached' })
    await it.page.goBack()
    await it.page.goForward()
    await it
      .panel('Recovery codes')
      .getByText(/codes left/)
      .waitFor()
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
    const first = it.button('Sign out Chrome on Windows')
    await pressTwice(it.page, first, () => first.waitFor({ state: 'detached' }))
    await it.button('Sign out Unknown browser').click({ trial: true })
    await eventually(() => expect(fake.sessions.map(({ id }) => id)).toEqual(['s1', 's3', 's4']), 5_000)
    await it.button('Sign out all others').click()
    await it.page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
    await panel.getByText("You're signed in nowhere else.").waitFor()
    expect(fake.sessions.map(({ id }) => id)).toEqual(['s1'])
  })
})
