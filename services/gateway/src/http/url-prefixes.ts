import type { FastifyRequest } from 'fastify'

/** First segments of URLs that are calls or files, never pages. */
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

/** No dot, so that it is no file name; nothing that needs escaping. */
const ADMIN_PATH = /^[A-Za-z0-9_-]{1,100}$/

export const isCall = (path: string): boolean => CALLS.has(path.split('/', 2)[1] ?? '')

/** Throws unless it is one free path segment. */
export function parseAdminPath(text: string): string {
  if (!ADMIN_PATH.test(text)) throw new Error('is not one part of a path, of letters, digits, "-" and "_"')
  if (CALLS.has(text) || PAGES.has(text)) throw new Error('is an address of the product itself')
  return text
}

export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '*/*').includes('text/html')
