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
  'practice',
  'privacy',
  'ready',
  'settings',
  'shop',
  'studio',
  'tos',
  'watch',
])

/** Excludes dots and characters that need escaping. */
const ADMIN_PATH = /^[A-Za-z0-9_-]{1,100}$/

export const isCall = (path: string): boolean => CALLS.has(path.split('/', 2)[1] ?? '')

/** Parses one free path segment; throws otherwise. */
export function parseAdminPath(text: string): string {
  if (!ADMIN_PATH.test(text)) throw new Error('is not one part of a path, of letters, digits, "-" and "_"')
  if (CALLS.has(text) || PAGES.has(text)) throw new Error('is an address of the product itself')
  return text
}

/** True if a page is wanted: by `Sec-Fetch-Mode` or `Accept`. */
export function isNavigation({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? isRead(method) && prefersHtml(headers.accept ?? '') : mode === 'navigate'
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

function prefersHtml(accept: string): boolean {
  const html = qualityOf('text/html', accept)
  return html > 0 && html >= qualityOf('application/json', accept)
}

function qualityOf(type: string, accept: string): number {
  const offer = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((field) => field.trim()))
  const fields = offer.find(([name]) => name === type)
  if (!fields) return 0
  const quality = Number(fields.find((field) => field.startsWith('q='))?.slice(2) ?? 1)
  return Number.isNaN(quality) ? 1 : quality
}

export const wantsPage = (request: FastifyRequest): boolean => isRead(request.method) && isNavigation(request)
