import type { FastifyRequest } from 'fastify'

/** The first part of every address below which there are calls, files or machines' questions: no page is there. */
const CALLS: ReadonlySet<string> = new Set([
  'admin',
  'adminlogin',
  'api',
  'assets',
  'auth',
  'checkout',
  'gifs',
  'healthz',
  'media',
  'metrics',
  'openapi.json',
  'readyz',
  'realtime',
  'report',
  'user',
  'webhooks',
])

/** The SPA's pages: those of both specifications, section 2, and our own. */
const PAGES: ReadonlySet<string> = new Set([
  'cups',
  'gameroom',
  'giflibrary',
  'join-room',
  'leaderboards',
  'news',
  'pass',
  'privacy',
  'settings',
  'shop',
  'tos',
  'watch',
])

/** No dot, so that no file is meant, and nothing that an address or a page would have to escape. */
const ADMIN_PATH = /^[A-Za-z0-9_-]{1,100}$/

/** Whether what is not found at a path is no page of the SPA. */
export const isCall = (path: string): boolean => CALLS.has(path.split('/', 2)[1] ?? '')

/** Where the console is served. Throws for what is not one part of a path, or is the product's own. */
export function parseAdminPath(text: string): string {
  if (!ADMIN_PATH.test(text)) throw new Error('is not one part of a path, of letters, digits, "-" and "_"')
  if (CALLS.has(text) || PAGES.has(text)) throw new Error('is an address of the product itself')
  return text
}

/** Whether a browser asks for a page to show. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '*/*').includes('text/html')
