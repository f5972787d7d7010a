import { expect } from '@jest/globals'
import type { Platform } from '@kla/local'
import type { Page } from 'playwright-core'
import { button, createRoom, inviteLink, keepsDiscordName, passAgeGate, signInAs } from '../../src/browser/index.js'
import { type AdministratorSession, createModerator, signInAdministrator } from '../../src/platform/index.js'

/** Opens a page as a visitor, who logs in from there and returns to it. */
export async function logInFrom(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await passAgeGate(page)
  await page.getByRole('link', { name: 'Login with Discord' }).first().click()
  await signInAs(page, name)
  await page.waitForURL(`**${path}`)
}

/** Logs in without the pages before it, and arrives at `path`. */
export async function arriveAs(page: Page, name: string, path = '/gameroom'): Promise<void> {
  await page.goto(`/auth/discord?persona=${name}&redirectBackTo=${encodeURIComponent(path)}`)
  await passAgeGate(page)
}

/** Opens an invitation as a visitor, logs in and joins the room. */
export async function joinByInvitation(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await passAgeGate(page)
  await signInAs(page, name)
  await keepsDiscordName(page)
}

/** Creates a room and brings a guest, who is logged in, to it by its invitation. */
export async function meetInRoom(host: Page, guest: Page, room: string): Promise<void> {
  await createRoom(host, room)
  await guest.goto(await inviteLink(host))
  await keepsDiscordName(guest)
}

interface Credentials {
  readonly username: string
  readonly password: string
}

/** Submits the console's login form, and the one for the code where there is a code. */
export async function submitConsoleLogin(
  page: Page,
  { username, password }: Credentials,
  code?: string,
): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await button(page, /^Sign in$/).click()
  if (code === undefined) return
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await button(page, /^Sign in$/).click()
}

/** Creates a moderator who has replaced the first password by `password`, and returns the session that did it. */
export async function createReadyModerator(
  platform: Platform,
  [owner, deputy]: readonly [AdministratorSession, AdministratorSession],
  { username, password }: Credentials,
): Promise<AdministratorSession> {
  const first = 'a lantern that two people know'
  await createModerator(owner, deputy, { name: username, password: first })
  const session = await signInAdministrator(platform, { username, password: first })
  const body = { current_password: first, new_password: password }
  expect((await session.request('/admin/password', { method: 'POST', body })).status).toBe(200)
  return session
}
