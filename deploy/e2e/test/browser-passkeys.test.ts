import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Platform } from '@kla/local'
import type { AdminSessionList } from '@kla/proto/web'
import type { CDPSession, Page } from 'playwright-core'
import { accessibilityFaults, button, keepBothWidths, type PlayerBrowser, sees } from '../src/browser/index.js'
import { inDatabase } from '../src/platform/index.js'
import { type Scene, startScene } from './browser/scene.js'
import { submitConsoleLogin } from './browser/sign-in.js'

let scene: Scene
let platform: Platform
/** The first administrator, at a browser that has an authenticator. */
let owner: PlayerBrowser
/** The same administrator at another browser, without one. */
let elsewhere: PlayerBrowser
let authenticator: CDPSession
let authenticatorId = ''
let codes: string[] = []

const SUPPORTER = { name: 'sam', password: 'a lantern for the helpdesk' }

beforeAll(async () => {
  scene = await startScene('browser-passkeys', { environment: { ADMIN_PASSKEYS_REQUIRED: 'true' } })
  platform = scene.platform
  // Passkeys work at a name, not at an address of the network.
  expect(new URL(platform.url).hostname).toBe('localhost')
  owner = await scene.open(1, { baseUrl: scene.consoleUrl })
  elsewhere = await scene.open(1, { baseUrl: scene.consoleUrl })
  authenticator = await owner.context.newCDPSession(owner.page)
  await authenticator.send('WebAuthn.enable')
  ;({ authenticatorId } = await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  }))
}, 120_000)

afterAll(() => scene?.close(), 60_000)

async function typePassword(page: Page, code?: string): Promise<void> {
  await page.goto('')
  const { administrator: username, password } = platform.console
  await submitConsoleLogin(page, { username, password }, code)
}

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Tabs' })
const openTab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true }).click()

/** As if the session had been proved more than five minutes ago. */
const letFreshnessPass = () =>
  inDatabase(platform, (client) =>
    client.query(`UPDATE auth.administrator_sessions SET verified_at = now() - interval '6 minutes'`),
  )

describe('an owner', () => {
  test('signs in with the given password and has to add a passkey first', async () => {
    const { page } = owner
    await typePassword(page)
    await page.getByRole('heading', { name: 'Add a passkey' }).waitFor()
    expect(await tabs(page).count()).toBe(0)
    await keepBothWidths(page, 'console-add-passkey')
    expect(await accessibilityFaults(page, authenticator)).toEqual([])
    await page.getByLabel('Name').fill('Work laptop')
    await button(page, 'Add a passkey').click()
    const list = page.getByRole('list', { name: 'Recovery codes' })
    await list.waitFor()
    codes = await list.getByRole('listitem').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    await keepBothWidths(page, 'console-recovery-codes')
    expect(await accessibilityFaults(page, authenticator)).toEqual([])
    await button(page, "I've kept them").click()
    await tabs(page).waitFor()
  }, 60_000)

  test('signs in with the passkey alone, and is refused with the password alone', async () => {
    const { page } = owner
    await button(page, 'Sign out').click()
    await button(page, 'Sign in with a passkey').click()
    await tabs(page).waitFor()
    await typePassword(elsewhere.page)
    await sees(elsewhere.page, /If you lost it, type a recovery code here\.$/)
    expect(await tabs(elsewhere.page).count()).toBe(0)
  }, 60_000)

  test('confirms with the passkey to create an administrator, and loses nothing that was typed', async () => {
    const { page } = owner
    await openTab(page, 'Administrators')
    await page.getByLabel('Name').fill(SUPPORTER.name)
    await page.getByLabel('Password').fill(SUPPORTER.password)
    await page.getByLabel('Role').selectOption('support')
    await letFreshnessPass()
    await button(page, 'Create').click()
    const question = page.getByRole('dialog', { name: "Confirm that it's you" })
    await question.waitFor()
    await keepBothWidths(page, 'console-step-up')
    expect(await accessibilityFaults(page, authenticator)).toEqual([])
    await setWilling(false)
    await button(page, 'Use your passkey').click()
    await button(page, 'Use your passkey').waitFor()
    await page.keyboard.press('Escape')
    await sees(page, 'Not done.')
    expect(await page.getByLabel('Name').inputValue()).toBe(SUPPORTER.name)
    await setWilling(true)
    // The screen of a phone begun for the screenshot has no password: it is never stored.
    await page.getByLabel('Password').fill(SUPPORTER.password)
    await button(page, 'Create').click()
    await button(page, 'Use your passkey').click()
    await sees(page, `Administrator ${SUPPORTER.name} created.`)
    await page.getByRole('table', { name: 'Administrators' }).getByText(SUPPORTER.name).waitFor()
  }, 60_000)

  test('gets in with a recovery code elsewhere, where another passkey comes first', async () => {
    const { page } = elsewhere
    await typePassword(page, codes[0])
    await sees(page, /^You signed in with a recovery code\./)
    expect(await tabs(page).count()).toBe(0)
    await button(page, 'Sign out').click()
    await typePassword(page, codes[0])
    await sees(page, 'login failed')
  }, 60_000)

  test('ends the other session, and that browser has to sign in', async () => {
    const { page } = owner
    await typePassword(elsewhere.page, codes[1])
    await sees(elsewhere.page, /^You signed in with a recovery code\./)
    await openTab(page, 'Your account')
    await sees(page, /with a recovery code/)
    await keepBothWidths(page, 'console-account')
    expect(await accessibilityFaults(page, authenticator)).toEqual([])
    await button(page, 'Sign out all others').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
    await sees(page, "You're signed in nowhere else.")
    await elsewhere.page.reload()
    await elsewhere.page.getByLabel('Username').waitFor()
    expect(await ownSessions(page)).toEqual(['passkey'])
  }, 60_000)
})

const setWilling = (isUserVerified: boolean) =>
  authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })

async function ownSessions(page: Page): Promise<string[]> {
  const { sessions } = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${sessionStorage.getItem('adminToken')}` }
    return (await (await fetch('/admin/sessions', { headers })).json()) as AdminSessionList
  })
  return sessions.map(({ method }) => method)
}
