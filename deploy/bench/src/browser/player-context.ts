import { confirmedAge } from './confirmed-age.js'
import type { Session } from '../bots/index.js'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

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
