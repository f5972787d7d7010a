import type { Browser, Page } from 'playwright-core'
import { signIn } from '../bots/index.js'
import { openContext } from '../browser/chromium.js'
import { type Mark, readTimeline, recordCall, type Timeline } from './timeline.js'

export interface Ring {
  readonly host: Caller
  readonly joiner: Caller
  join(): Promise<unknown>
  leave(): Promise<unknown>
  close(): Promise<void>
}

export async function joinOnce({ host, joiner, join, leave }: Ring): Promise<Timeline> {
  const since = Date.now()
  await join()
  await Promise.all([host.pictured(since), joiner.pictured(since)])
  const timeline = readTimeline(await joiner.marks(), await host.marks())
  await leave()
  return timeline
}

interface Caller {
  readonly page: Page
  readonly complaints: string[]
  marks(): Promise<Mark[]>
  pictured(since: number): Promise<unknown>
}

const PICTURE_WITHIN_MS = 15_000

async function makeCaller(page: Page): Promise<Caller> {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.addInitScript(recordCall)
  return {
    page,
    complaints,
    marks: () => page.evaluate(() => (globalThis as unknown as { callMarks: Mark[] }).callMarks),
    pictured: (since) =>
      page.waitForFunction(
        (earliest) => {
          const { callMarks } = globalThis as unknown as { callMarks: Mark[] }
          return callMarks.some(({ what, at }) => what === 'pictured' && at > earliest)
        },
        since,
        // Polls with a timer, which leaves the page alone in between.
        { polling: 100, timeout: PICTURE_WITHIN_MS },
      ),
  }
}

/** Both on the relay's page; one has joined. */
export async function openBareRing(browser: Browser, url: string): Promise<Ring> {
  const [host, joiner] = [await openPage(browser, url), await openPage(browser, url)]
  await host.page.locator('button').click()
  return {
    host,
    joiner,
    join: () => joiner.page.locator('button').click(),
    async leave() {
      await joiner.page.reload()
      await ready(joiner)
    },
    close: async () => {
      await Promise.all([host, joiner].map(({ page }) => page.context().close()))
    },
  }
}

async function openPage(browser: Browser, url: string): Promise<Caller> {
  const context = await openContext(browser, { ageConfirmed: false }, { baseURL: url })
  const caller = await makeCaller(await context.newPage())
  await caller.page.goto('/')
  await ready(caller)
  return caller
}

const ready = ({ page }: Caller): Promise<void> => page.locator('button:enabled').waitFor()

const ROOM_NAME = 'The room to join'
const VIEWPORT = { width: 1280, height: 800 }

/** One has opened a room, the other is in the lobby. */
export async function openKlaRing(browser: Browser, url: string): Promise<Ring> {
  const [host, joiner] = [await openPlayer(browser, url, 'host'), await openPlayer(browser, url, 'joiner')]
  await host.page.getByLabel('Room name').fill(ROOM_NAME)
  // Else the first picture would be patches.
  await host.page.getByRole('checkbox', { name: 'Start veiled' }).uncheck({ force: true })
  await host.page.getByRole('button', { name: 'Create Room' }).click()
  await host.page.getByRole('button', { name: 'Leave Room' }).waitFor()
  const joinButton = joiner.page.getByRole('button', { name: `Join ${ROOM_NAME}` })
  await joinButton.waitFor()
  return {
    host,
    joiner,
    async join() {
      await joinButton.click()
      await joiner.page.getByRole('button', { name: 'Join with video' }).and(joiner.page.locator('[aria-disabled=false]')).click()
    },
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
