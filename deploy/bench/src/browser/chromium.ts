import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { ensureTools } from '@kla/local'
import type { Session } from '../bots/index.js'
import { CAMERA_ARGUMENTS } from './camera-arguments.js'

export async function launchChromium(say: (line: string) => void): Promise<Browser> {
  const tools = await ensureTools(['chromium'], say)
  return chromium.launch({
    executablePath: tools.chromium,
    args: [
      ...CAMERA_ARGUMENTS,
      // Background pages must not be slowed.
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      '--disable-backgrounding-occluded-windows',
    ],
  })
}

/** Runs in the page. */
function confirmedAge(): void {
  // The first document of a frame is empty and has no storage.
  if (location.protocol.startsWith('http')) localStorage.setItem('age-confirmed', 'true')
}

export interface Visitor {
  readonly session?: Session
  readonly ageConfirmed: boolean
}

/** A browser context with an empty cache. */
export async function openContext(
  browser: Browser,
  { session, ageConfirmed }: Visitor,
  options: BrowserContextOptions & { readonly baseURL: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'], ...options })
  if (session) await context.addCookies(cookiesOf(session.cookie, options.baseURL))
  if (ageConfirmed) await context.addInitScript(confirmedAge)
  return context
}

const cookiesOf = (header: string, url: string): { name: string; value: string; url: string }[] =>
  header.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
  })
