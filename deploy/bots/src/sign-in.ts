import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthUser } from '@kla/proto/web'

export interface Session {
  readonly url: string
  readonly id: number
  readonly username: string
  readonly accessToken: string
  readonly cookie: string
  request(path: string, init?: { method?: string; body?: unknown }): Promise<Response>
}

export interface SignInOptions {
  readonly confirmAge?: boolean
  /** Whether others see the persona's name, not a suggested one. */
  readonly showPersona?: boolean
  readonly reach?: Reach
}

const REDIRECTS_MAX = 10
const TRIES = 4
const TRY_AGAIN_MS = 1_000
const REQUEST_MS = 30_000

/** Signs in as a persona, an adult shown by its name. Starts over on a 503, as the page advises. */
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
  if (options.showPersona ?? true) await showPersona(browser)
  return sessionOf(url, browser)
}

/** Names may be chosen ten times an hour. */
async function showPersona(browser: Browser): Promise<void> {
  const { shown_as } = (await (await expectOk(await browser.request('/auth/user'))).json()) as AuthUser
  if (shown_as !== 'unchosen') return
  await expectOk(await browser.request('/user/name', { method: 'PUT', body: { shown_as: 'discord' } }))
}

/** Resumes a session by its cookie (`name=value`). */
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
    const headers = new Headers(init.headers)
    headers.set('cookie', jar.header(address))
    const response = await fetch(reach(address), {
      ...init,
      redirect: 'manual',
      headers,
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
    throw new Error('the login did not finish')
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

export interface CookieJar {
  take(url: string, response: Response): void
  /** Adds a session that another client renews: responses do not replace it. */
  put(url: string, cookie: string): void
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

/** Rewrites an address for the caller, such as within a cluster. */
export type Reach = (address: string) => string

export const asItIs: Reach = (address) => address

export function createReach(origins: ReadonlyMap<string, string>): Reach {
  return (address) => {
    const url = new URL(address)
    const inside = origins.get(url.origin)
    return inside === undefined ? address : new URL(url.pathname + url.search, inside).href
  }
}
