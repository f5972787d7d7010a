import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect } from '@jest/globals'
import type { AuthUser } from '@kla/proto/web'
import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { closeBrowser, CONTENT_TYPES, suiteBrowser } from '../built-pages.js'

/** What `npm run build:web` made. */
const BUNDLE = fileURLToPath(new URL('../../dist', import.meta.url))
const ORIGIN = 'http://localhost'
/** Time of an answer, in which a double press fits. */
const ANSWER_MS = 60

export interface PlayerCall {
  readonly method: string
  readonly path: string
  readonly body: unknown
}
export type PlayerAnswer = { status?: number; body?: unknown; after?: Promise<unknown> }

/** The built player pages in a browser, before a gateway of the test. */
export interface PlayerPage {
  readonly page: Page
  /** Calls in order, such as 'DELETE /user/blocks/2'. */
  readonly calls: readonly string[]
  readonly open: (path: string) => Promise<void>
  /** Entries of the local and the session storage. */
  readonly stored: () => Promise<Record<string, string>>
}

export const account = (id: number): AuthUser => ({
  id,
  username: `Player ${id}`,
  discord_id: `1${id}`,
  ageConfirmed: true,
})

const PLAYER: PlayerAnswer = { body: account(7) }
const NOTHING: PlayerAnswer = { status: 404, body: { error: 'Nothing lives here.', code: 'NOT_FOUND' } }

const contexts = new Set<BrowserContext>()
const complaints: string[] = []

/** Closes each test's pages, which must not have complained, and the browser at the end. */
export function watchPlayerPages(): void {
  afterEach(async () => {
    await Promise.all([...contexts].map((context) => context.close()))
    contexts.clear()
    expect(complaints.splice(0)).toEqual([])
  })
  afterAll(closeBrowser)
}

/** Answers a page's calls; undefined means account 7 for the player, and nothing elsewhere. */
export type PlayerGateway = (call: PlayerCall) => PlayerAnswer | undefined

export async function openPlayer(gateway: PlayerGateway = () => undefined): Promise<PlayerPage> {
  const calls: string[] = []
  const answer = async (route: Route): Promise<void> => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'document') {
      await route.fulfill({ contentType: 'text/html', body: await readFile(join(BUNDLE, 'index.html')) })
      return
    }
    const type = CONTENT_TYPES[extname(pathname)]
    const file = type === undefined ? null : await readFile(join(BUNDLE, pathname)).catch(() => null)
    if (file !== null) {
      await route.fulfill({ contentType: type!, body: file })
      return
    }
    const body = request.postData()
    const call = { method: request.method(), path: pathname, body: body ? (JSON.parse(body) as unknown) : undefined }
    calls.push(`${call.method} ${call.path}`)
    const { status = 200, body: json = {}, after } = gateway(call) ?? (pathname === '/auth/user' ? PLAYER : NOTHING)
    await after
    if (call.method !== 'GET') await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    await route.fulfill({ status, json }).catch(() => undefined)
  }
  const context = await (await suiteBrowser()).newContext({ reducedMotion: 'reduce' })
  contexts.add(context)
  await context.addInitScript(() => localStorage.setItem('age-confirmed', 'true'))
  await context.route('**/*', answer)
  await context.routeWebSocket(/.*/, () => undefined)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  page.on('pageerror', (error) => complaints.push(error.message))
  return {
    page,
    calls,
    open: async (path) => void (await page.goto(`${ORIGIN}${path}`)),
    stored: () => page.evaluate(() => ({ ...localStorage, ...sessionStorage })),
  }
}

/** Presses a control, and then what took its place, as a double press does. */
export async function pressTwice(page: Page, control: Locator, replaced: () => Promise<unknown>): Promise<void> {
  await control.click({ trial: true })
  const { x, y, width, height } = (await control.boundingBox())!
  const press = () => page.mouse.click(x + width / 2, y + height / 2)
  await press()
  await replaced()
  await press()
}
