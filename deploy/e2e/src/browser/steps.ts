import { eventually } from '@kla/testkit'
import type { BrowserContext, Locator, Page } from 'playwright-core'

/** Holding takes 0.8 s, plus the server's answer. */
const HELD_WITHIN_MS = 8_000

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Waits until the page shows a text. */
export const sees = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()

export async function passAgeGate(page: Page): Promise<void> {
  await button(page, 'I am 18 or older').click()
  await page.getByText('Adults Only (18+)').waitFor({ state: 'hidden' })
}

/** Logs in on the Discord stand-in's page. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByLabel('Someone else').fill(name)
  await button(page, 'Log in').click()
}

/** Chooses the Discord name where the page asks for one. */
export async function keepsDiscordName(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'How do others see you?' })
  await dialog.getByRole('radio', { name: 'My Discord name' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Use my Discord name' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Handles also accounts that have chosen before; `next` is what follows. */
async function keepsDiscordNameIfAsked(page: Page, next: Locator): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'How do others see you?' })
  await dialog.or(next).first().waitFor()
  if (await dialog.isVisible()) await keepsDiscordName(page)
}

/** Opens the shop and logs in there. */
export async function arriveInShop(page: Page, name: string): Promise<void> {
  await page.goto('/shop')
  await passAgeGate(page)
  await page
    .getByRole('link', { name: /Login with Discord|Sign in/ })
    .first()
    .click()
  await signInAs(page, name)
  await page.waitForURL('**/shop')
}

interface RoomWish {
  readonly passcode?: string
  /** Default: the form's own choice. */
  readonly veiled?: boolean
}

/** Creates a room from the lobby. */
export async function createRoom(page: Page, name: string, { passcode, veiled }: RoomWish = {}): Promise<void> {
  await page.getByLabel('Room name').fill(name)
  if (passcode !== undefined) {
    await page.getByRole('checkbox', { name: /passcode/i }).check({ force: true })
    await page.getByLabel('Passcode', { exact: true }).fill(passcode)
  }
  if (veiled !== undefined) await startsVeiled(page).setChecked(veiled, { force: true })
  await button(page, 'Create Room').click()
  const created = page.getByText('Room Successfully Created').first()
  await keepsDiscordNameIfAsked(page, created)
  await created.waitFor()
}

export const startsVeiled = (page: Page) => page.getByRole('checkbox', { name: 'Start with video blurred' })

/** Makes a browser skip the screen before the first room, as on later visits. */
export const skipReady = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    try {
      if (localStorage.getItem('kla-ready') === null) localStorage.setItem('kla-ready', 'skipped')
    } catch {
      // Some tests block the storage.
    }
  })

/** Makes the next room the browser's first again, on a page that has not looked yet. */
export const forgetReady = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.setItem('kla-ready', 'first'))

export const readyScreen = (page: Page) => page.getByRole('dialog', { name: 'Get ready' })

/** The one button of the screen before a room, once it takes presses. */
export const readyButton = (page: Page, go = 'Join') =>
  button(page, new RegExp(`^${go}( as .+)?$`)).and(page.locator('[aria-disabled=false]'))

/** Passes the screen before a room, with the Discord name where it asks for one. */
export async function goIn(page: Page, go?: string): Promise<void> {
  await readyButton(page, go).waitFor()
  // The lobby behind the screen asks too.
  const screen = readyScreen(page)
  const asking = (await screen.count()) > 0 ? screen : page
  const discord = asking.getByRole('radio', { name: 'My Discord name' })
  if ((await discord.count()) > 0) await discord.check({ force: true })
  await readyButton(page, go).click()
}

/** Agrees before a room that is not veiled. */
export async function agreeToVideo(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "This room isn't blurred" })
  await dialog.getByText(/Video starts as soon as you join/).waitFor()
  await dialog.getByRole('button', { name: 'Join with video' }).and(page.locator('[aria-disabled=false]')).click()
}

/** Returns a room's link, which the invitation puts on the clipboard. */
export async function inviteLink(page: Page): Promise<string> {
  await button(page, 'Invite Friend').click()
  await sees(page, 'Invite Link Copied to Clipboard')
  return page.evaluate(() => navigator.clipboard.readText())
}

export const otherPicture = (page: Page) =>
  page
    .locator('section')
    .filter({ hasNot: page.getByLabel('Your video', { exact: true }) })
    .locator('video')
    .first()

/** Shows both players of a veiled room to each other. */
export async function showBoth(pages: readonly Page[]): Promise<void> {
  for (const page of pages) await button(page, 'Show myself').click()
  for (const page of pages) await page.getByRole('button', { name: 'Blur both', exact: true }).waitFor()
  for (const page of pages) await page.locator('video[data-veiled]').waitFor({ state: 'detached' })
}

/** Opens the chat, which is a drawer on phones, and returns its field. */
export async function chatField(page: Page): Promise<Locator> {
  const drawer = page.locator('button[aria-controls=room-chat]')
  const field = page.getByRole('textbox', { name: 'Message' })
  await drawer.or(field).first().waitFor()
  if (!(await field.isVisible())) await drawer.click()
  return field
}

/** Holds Finish until the rounds are over. Presses at a round's beginning do not count. */
export async function holdFinish(page: Page): Promise<void> {
  const finish = button(page, 'Finish')
  await finish.and(page.locator('[aria-disabled=false]')).waitFor()
  const over = page.getByText('Who won?').first()
  // A button that moves from under the pointer ends the hold.
  await eventually(async () => {
    await finish.hover()
    await page.mouse.down()
    try {
      await over.waitFor({ timeout: HELD_WITHIN_MS })
    } finally {
      await page.mouse.up()
    }
  }, 4 * HELD_WITHIN_MS)
}
