import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { ensureTools } from '@kla/local'
import type { Session } from '../bots/index.js'
import { CAMERA_ARGUMENTS } from './camera-arguments.js'

/** Starts the system's Chromium with a fake camera and microphone, which pages get without a prompt. */
export async function launchChromium(say: (line: string) => void): Promise<Browser> {
  const tools = await ensureTools(['chromium'], say)
  return chromium.launch({
    executablePath: tools.chromium,
    args: [
      ...CAMERA_ARGUMENTS,
      // Of two pages that are looked at in turn none may be slowed because the other is in front.
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      '--disable-backgrounding-occluded-windows',
    ],
  })
}

/** Runs in the page: what the overlay leaves behind once somebody has said to be of age. */
function confirmedAge(): void {
  // The first document of a frame is an empty one, which may keep nothing.
  if (location.protocol.startsWith('http')) localStorage.setItem('age-confirmed', 'true')
}

export interface Visitor {
  /** Who is signed in; nobody unless given. */
  readonly session?: Session
  /** Whether this browser has said before that somebody of age sits at it. */
  readonly ageConfirmed: boolean
}

/** A browser of its own for somebody, with nothing in its cache. */
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

/** The header `cookie` as a browser keeps it. */
const cookiesOf = (header: string, url: string): { name: string; value: string; url: string }[] =>
  header.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
  })
