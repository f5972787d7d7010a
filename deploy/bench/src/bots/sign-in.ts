import type { AuthUser } from '@kla/proto/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCookieJar, type CookieJar } from './cookie-jar.js'
import { asItIs, type Reach } from './reach.js'

/** Somebody who is signed in, as a client without a browser holds it. */
export interface Session {
  /** The address of the site. */
  readonly url: string
  readonly id: number
  readonly username: string
  /** For the event `authenticate`; lives minutes. */
  readonly accessToken: string
  /** The `cookie` header of every further request. */
  readonly cookie: string
  /** A REST call as this person. */
  request(path: string, init?: { method?: string; body?: unknown }): Promise<Response>
}

const REDIRECTS_MAX = 10
/** How often somebody tries who is asked to try again in a moment. */
const TRIES = 4
const TRY_AGAIN_MS = 1_000
const REQUEST_MS = 30_000

export interface SignInOptions {
  /** Whether to declare to be of age; yes unless given. */
  readonly confirmAge?: boolean
  /** How addresses of the site are reached from here; as they are unless given. */
  readonly reach?: Reach
}

/**
 * Signs in as a persona of the login stand-in, following the redirects as a browser would, and declares to be of age
 * unless told not to. Where nobody can answer for now (503), from the beginning, as the page asks people to.
 */
export async function signIn(url: string, persona: string, options: SignInOptions = {}): Promise<Session> {
  for (let tries = 1; ; tries++) {
    try {
      return await signInOnce(url, persona, options)
    } catch (error) {
      if (!(error instanceof RefusedRequest) || error.status !== 503 || tries === TRIES) throw error
      await sleep(TRY_AGAIN_MS)
    }
  }
}

async function signInOnce(url: string, persona: string, options: SignInOptions): Promise<Session> {
  const browser = createBrowser(url, options.reach ?? asItIs)
  let next: string | undefined = `${url}/auth/discord?persona=${encodeURIComponent(persona)}`
  for (let hops = 0; next !== undefined; hops++) {
    if (hops > REDIRECTS_MAX) throw new Error('the login redirects in a circle')
    next = await follow(next, browser.visit, url)
  }
  if (options.confirmAge ?? true) {
    await expectOk(await browser.request('/user/age-attestation', { method: 'POST', body: { over18: true } }))
  }
  return sessionOf(url, browser)
}

/** A session that was opened elsewhere, resumed by its cookie (`name=value`), which keeps its value. */
export async function resumeSession(url: string, cookie: string, reach: Reach = asItIs): Promise<Session> {
  const browser = createBrowser(url, reach)
  browser.jar.put(url, cookie)
  return sessionOf(url, browser)
}

interface Browser {
  readonly jar: CookieJar
  visit(address: string, init?: RequestInit): Promise<Response>
  readonly request: Session['request']
}

function createBrowser(url: string, reach: Reach): Browser {
  const jar = createCookieJar()
  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(reach(address), {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: jar.header(address) },
      signal: AbortSignal.timeout(REQUEST_MS),
    })
    jar.take(address, response)
    return response
  }
  const request: Session['request'] = (path, { method = 'GET', body } = {}) =>
    visit(new URL(path, url).href, {
      method,
      headers: { origin: url, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { jar, visit, request }
}

async function sessionOf(url: string, { jar, request }: Browser): Promise<Session> {
  const user = (await (await expectOk(await request('/auth/user'))).json()) as AuthUser
  if (user.id === undefined) throw new Error('the login ended without a session')
  return {
    url,
    id: user.id,
    username: user.username ?? '',
    accessToken: user.accessToken ?? '',
    get cookie() {
      return jar.header(url)
    },
    request,
  }
}

/** Where the login goes on, or nothing once it is back on a page of the site. */
async function follow(
  address: string,
  visit: (address: string) => Promise<Response>,
  site: string,
): Promise<string | undefined> {
  const response = await visit(address)
  await response.body?.cancel()
  const location = response.headers.get('location')
  if (location === null) {
    await expectOk(response)
    throw new Error('the login stopped half way')
  }
  const target = new URL(location, address)
  const back = target.origin === new URL(site).origin && !target.pathname.startsWith('/auth/')
  return back ? undefined : target.href
}

class RefusedRequest extends Error {
  constructor(
    readonly status: number,
    path: string,
    text: string,
  ) {
    super(`${status} from ${path}: ${text}`)
  }
}

async function expectOk(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new RefusedRequest(response.status, new URL(response.url).pathname, await response.text().catch(() => ''))
}
