import { describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { session, watchPages } from '../desk/console-page.js'
import { CODES, createFakeKeys, passkeyView, PASSWORD } from './fake-keys.js'
import { isAccessible, openWith } from './keys-page.js'

watchPages()

const SUPPORT = session(['tickets.read'])

describe('sign-in with a passkey', () => {
  test('opens the console without a password', async () => {
    const fake = createFakeKeys({ me: SUPPORT })
    const it = await openWith(fake, '/account', { signedIn: false })
    fake.known.add(await it.authenticator.addPasskey())
    await it.go()
    await it.button('Sign in with a passkey').waitFor()
    await isAccessible(it)
    await it.button('Sign in with a passkey').click()
    await it.page.getByRole('heading', { name: 'Your account' }).waitFor()
    expect(it.callsOf('POST', '/adminlogin')).toEqual([])
  })

  test('is cancelled quietly, and says what to do with an unknown passkey', async () => {
    const it = await openWith(createFakeKeys({ me: SUPPORT }), '/account', { signedIn: false })
    await it.authenticator.addPasskey()
    await it.authenticator.setWilling(false)
    await it.go()
    await it.button('Sign in with a passkey').click()
    await eventually(() => expect(it.callsOf('POST', '/adminlogin/passkey/options')).toHaveLength(1), 5_000)
    await it.button('Sign in with a passkey').waitFor()
    expect(await it.alerts()).toBe(0)
    expect(await it.focused()).toBe('Sign in with a passkey')
    await it.authenticator.setWilling(true)
    await it.button('Sign in with a passkey').click()
    await it.page.getByText(/^We don't know this passkey\./).waitFor()
  })

  test('is not offered by a browser without passkeys', async () => {
    const it = await openWith(createFakeKeys(), '/', { signedIn: false })
    await it.page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await it.go()
    await it.button('Sign in').waitFor()
    expect(await it.button('Sign in with a passkey').count()).toBe(0)
  })

  test('is required after the password, which opens the console with a recovery code alone', async () => {
    const fake = createFakeKeys({ me: SUPPORT })
    fake.instead.set('POST /adminlogin', ({ body }) =>
      (body as { code?: string }).code === CODES[0]
        ? { body: { success: true, token: 'token by recovery code', session: fake.me } }
        : { status: 401, body: { success: false, error: 'Sign in with your passkey.', code: 'PASSKEY_REQUIRED' } },
    )
    const it = await openWith(fake, '/account', { signedIn: false })
    await it.go()
    await it.page.getByLabel('Username').fill('mona')
    await it.page.getByLabel('Password').fill(PASSWORD)
    await it.button('Sign in').click()
    const code = it.page.getByRole('textbox', { name: 'Code' })
    await it.page.getByText(/If you lost it, type a recovery code here\./).waitFor()
    await isAccessible(it)
    await code.fill(CODES[0]!)
    await it.button('Sign in').click()
    await it.page.getByRole('heading', { name: 'Your account' }).waitFor()
  })

  test('continues on the page whose session has ended', async () => {
    const fake = createFakeKeys({ me: { ...SUPPORT, passkeys: 1 }, passkeys: [passkeyView()] })
    const it = await openWith(fake, '/account')
    fake.known.add(await it.authenticator.addPasskey())
    await it.go()
    await it.page.getByLabel('Current password').fill('typed before')
    fake.instead.set('POST /admin/password', () => ({
      status: 401,
      body: { code: 'UNAUTHENTICATED', error: 'Log in.' },
    }))
    await it.page.getByLabel('New password', { exact: true }).fill('a new lantern')
    await it.page.getByLabel('New password again').fill('a new lantern')
    await it.button('Change password').click()
    const layer = it.page.getByRole('dialog', { name: 'Your session has ended' })
    await layer.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await layer.waitFor({ state: 'hidden' })
    expect(await it.page.getByLabel('Current password').inputValue()).toBe('typed before')
  })
})

describe('the required passkey', () => {
  test('comes before the console, with recovery codes that are kept first', async () => {
    const fake = createFakeKeys({ me: { ...SUPPORT, passkey_setup_required: true } })
    const it = await openWith(fake, '/account')
    await it.go()
    await it.page.getByRole('heading', { name: 'Add a passkey' }).waitFor()
    await isAccessible(it)
    await it.button('Add a passkey').click()
    await it.page.getByText('Enter a name.').waitFor()
    await it.page.getByLabel('Name').fill('Work laptop')
    await it.button('Add a passkey').click()
    const codes = it.page.getByRole('list', { name: 'Recovery codes' })
    await codes.getByText(CODES[2]!).waitFor()
    await it.page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
    expect(await it.page.getByRole('heading', { name: 'Add a passkey' }).count()).toBe(0)
    await isAccessible(it)
    const [file] = await Promise.all([it.page.waitForEvent('download'), it.button('Download').click()])
    expect(file.suggestedFilename()).toBe('kla-recovery-codes.txt')
    expect(await it.page.getByRole('navigation', { name: 'Tabs' }).count()).toBe(0)
    await it.button("I've kept them").click()
    await it.page.getByRole('heading', { name: 'Your account' }).waitFor()
    expect(it.callsOf('POST', '/admin/passkeys').map(({ body }) => (body as { name: string }).name)).toEqual([
      'Work laptop',
    ])
  })
})
