import { signIn } from '../bots/index.js'
import type { Browser } from 'playwright-core'
import { openContext } from '../browser/player-context.js'
import { makeCaller, type Caller } from './caller.js'
import type { Ring } from './ring.js'

const ROOM_NAME = 'The room to join'
const VIEWPORT = { width: 1280, height: 800 }

/** Two players of the platform at `url`: one has opened a room, the other one stands in the lobby. */
export async function openKlaRing(browser: Browser, url: string): Promise<Ring> {
  const [host, joiner] = [await openPlayer(browser, url, 'host'), await openPlayer(browser, url, 'joiner')]
  await host.page.getByLabel('Room name').fill(ROOM_NAME)
  await host.page.getByRole('button', { name: 'Create Room' }).click()
  await host.page.getByRole('button', { name: 'Leave Room' }).waitFor()
  const joinButton = joiner.page.getByRole('button', { name: `Join ${ROOM_NAME}` })
  await joinButton.waitFor()
  return {
    host,
    joiner,
    join: () => joinButton.click(),
    async leave() {
      await joiner.page.getByRole('button', { name: 'Leave Room' }).click()
      await joinButton.and(joiner.page.locator(':enabled')).waitFor()
    },
    close: async () => {
      await Promise.all([host, joiner].map(({ page }) => page.context().close()))
    },
  }
}

async function openPlayer(browser: Browser, url: string, name: string): Promise<Caller> {
  const session = await signIn(url, name)
  const context = await openContext(browser, { session, ageConfirmed: true }, { baseURL: url, viewport: VIEWPORT })
  const caller = await makeCaller(await context.newPage())
  await caller.page.goto('/gameroom')
  return caller
}
