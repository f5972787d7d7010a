import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect } from '@jest/globals'
import { type AdminSession, type Permission, permissionsOf } from '@kla/proto/web'
import { ACCESSIBILITY_FAULTS, readAxe } from '@kla/testkit/accessibility'
import type { Locator, Page } from 'playwright-core'
import { closeBrowser, CONTENT_TYPES, suiteBrowser } from '../../built-pages.js'

/** What `npm run build:web` made. */
const BUNDLE = fileURLToPath(new URL('../../../dist-console', import.meta.url))

/** A call of the page, and what the test answers. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  /** True if the page says that it made the call without a person. */
  readonly passive: boolean
}
export type Answer = { status?: number; body?: unknown; headers?: Readonly<Record<string, string>> }

/** Answers the console's calls; undefined means that nothing lives there. */
export type Gateway = (call: Call) => Answer | undefined | Promise<Answer | undefined>

/** The built console in a browser, before a gateway of the test. */
export interface ConsolePage {
  readonly page: Page
  /** Calls in order, such as 'POST /admin/jobs/1/claim'. */
  readonly calls: Call[]
  readonly callsOf: (method: string, path: string) => Call[]
  /** Errors of the page. */
  readonly complaints: string[]
  /** Sends an event to the page's stream. */
  readonly announce: (event?: 'desk' | 'approvals') => void
  readonly button: (name: string | RegExp) => Locator
  readonly open: (path: string) => Promise<void>
  readonly close: () => Promise<void>
}

export const session = (permissions: readonly Permission[] = permissionsOf('moderator', false)): AdminSession => ({
  id: 1,
  name: 'mona',
  role: 'moderator',
  permissions: [...permissions],
  expires_at: '2036-01-01T00:00:00Z',
  totp_enabled: true,
  totp_setup_required: false,
  password_change_required: false,
  passkey_setup_required: false,
  passkeys: 0,
  fresh_until: null,
})

/** How a test opens the console. */
export interface ConsoleOptions {
  me?: AdminSession
  viewport?: { width: number; height: number }
  /** Passkeys need a name: localhost. */
  host?: '127.0.0.1' | 'localhost'
  /** Null: no one is signed in. */
  token?: string | null
}

const open = new Set<ConsolePage>()

/** Closes the pages of a test. Returns their errors. */
export async function closePages(): Promise<string[]> {
  const pages = [...open]
  open.clear()
  await Promise.all(pages.map((page) => page.close()))
  return pages.flatMap(({ complaints }) => complaints)
}

/** Closes each test's pages, which must not have complained, and the browser at the end. */
export function watchPages(): void {
  afterEach(async () => expect(await closePages()).toEqual([]))
  afterAll(closeBrowser)
}

export async function openConsole(gateway: Gateway, options: ConsoleOptions = {}): Promise<ConsolePage> {
  const { host = '127.0.0.1', token = 'token of a test' } = options
  const calls: Call[] = []
  const streams = new Set<ServerResponse>()
  const answerCall = async (call: Call): Promise<Answer> => {
    const answer = await gateway(call)
    if (answer) return answer
    if (call.path === '/admin/session') return { body: options.me ?? session() }
    return { status: 404, body: { error: 'Nothing lives here.', code: 'NOT_FOUND' } }
  }
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://console')
    if (pathname === '/admin/desk/changes') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
      streams.add(response)
      request.on('close', () => streams.delete(response))
      return
    }
    if (/^\/admin(?:login)?(?:\/|$)/.test(pathname)) {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      const call = {
        method: request.method ?? 'GET',
        path: pathname,
        query: searchParams,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        passive: request.headers['x-passive'] === '1',
      }
      calls.push(call)
      const { status = 200, body = {}, headers = {} } = await answerCall(call)
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
      return
    }
    await serveFile(pathname, response)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://${host}:${(server.address() as AddressInfo).port}/console`

  const context = await (
    await suiteBrowser()
  ).newContext({
    viewport: options.viewport ?? { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  if (token !== null) {
    // Once for each tab: signing out removes it.
    await context.addInitScript((given) => {
      if (sessionStorage.getItem('opened') !== null) return
      sessionStorage.setItem('opened', 'yes')
      sessionStorage.setItem('adminToken', given)
    }, token)
  }
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) complaints.push(message.text())
  })
  const opened: ConsolePage = {
    page,
    calls,
    complaints,
    callsOf: (method, path) => calls.filter((call) => call.method === method && call.path === path),
    announce: (event = 'desk') => {
      for (const stream of streams) stream.write(`event: ${event}\ndata: {}\n\n`)
    },
    button: (name) => page.getByRole('button', { name, exact: true }),
    open: async (path) => {
      await page.goto(`${base}${path}`)
    },
    close: async () => {
      open.delete(opened)
      await context.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  open.add(opened)
  return opened
}

async function serveFile(pathname: string, response: ServerResponse): Promise<void> {
  const name = normalize(pathname.replace(/^\/console\/?/, '/'))
  const type = CONTENT_TYPES[extname(name)]
  if (type === undefined || name === '/index.html') {
    const page = await readFile(join(BUNDLE, 'index.html'), 'utf8')
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page.replace('<head>', '<head><base href="/console/" />'))
    return
  }
  const bytes = await readFile(join(BUNDLE, name)).catch(() => null)
  if (bytes === null) response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': type }).end(bytes)
}

/** Finds what hinders people who use assistive technology. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(await readAxe())
  return page.evaluate<string[]>(ACCESSIBILITY_FAULTS)
}
