import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthUser } from '@kla/proto/web'

/** The cookies of one person. Browsers keep them by host name, whatever the port. */
export interface CookieJar {
  /** Takes what a response from `url` sets. */
  take(url: string, response: Response): void
  /**
   * Lays a cookie in, as `name=value`, that the host of `url` had set for another client. Responses take it back, but do not
   * replace it: the other client would be left with a value that was replaced, which ends a session.
   */
  put(url: string, cookie: string): void
  /** The `cookie` header for a request to `url`; empty when there is none. */
  header(url: string): string
}

export function createCookieJar(): CookieJar {
  const hosts = new Map<string, Map<string, string>>()
  const laidIn = new Set<string>()
  const cookiesOf = (url: string): Map<string, string> => {
    const host = new URL(url).hostname
    const cookies = hosts.get(host) ?? new Map<string, string>()
    hosts.set(host, cookies)
    return cookies
  }
  return {
    put(url, cookie) {
      const [name = '', value = ''] = splitOnce(cookie, '=')
      cookiesOf(url).set(name, value)
      laidIn.add(`${new URL(url).hostname} ${name}`)
    },
    take(url, response) {
      const cookies = cookiesOf(url)
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const [name = '', value = ''] = splitOnce(pair, '=')
        if (value === '' || /;\s*max-age=0/i.test(line)) cookies.delete(name)
        else if (!laidIn.has(`${new URL(url).hostname} ${name}`)) cookies.set(name, value)
      }
    },
    header: (url) =>
      [...(hosts.get(new URL(url).hostname) ?? [])].map(([name, value]) => `${name}=${value}`).join('; '),
  }
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text.trim()] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** Where an address is reached from here: inside of a cluster a site's public address may lead nowhere. */
export type Reach = (address: string) => string

export const asItIs: Reach = (address) => address

/** Replaces the origins of addresses: what a name on the left means is found at the one on the right. */
export function createReach(origins: ReadonlyMap<string, string>): Reach {
  return (address) => {
    const url = new URL(address)
    const inside = origins.get(url.origin)
    return inside === undefined ? address : new URL(url.pathname + url.search, inside).href
  }
}

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
