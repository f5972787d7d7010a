import { createHash } from 'node:crypto'
import type { KlaError } from '@kla/chassis'
import { type ErrorCode, type Reason, REASONS } from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../../shared/session-cookie.js'
import { escapeHtml } from '../html.js'
import { loginCookieOf } from './cookies.js'

export type Asked = Partial<Pick<FastifyRequest, 'url' | 'method' | 'cookies'>>

interface Link {
  readonly text: string
  readonly to: string
}

const STYLE = `:root { color-scheme: dark; font: 16px/1.5 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { min-height: 100vh; margin: 0; padding: 24px; display: grid; place-items: center; background: #0e0a12; color: #f4eef2; }
main { width: 100%; max-width: 30rem; padding: 32px 24px; border: 1px solid #3a2f40; border-radius: 16px; background: #18121d; }
.brand { margin: 0 0 24px; font-weight: 600; letter-spacing: .08em; color: #c9bdce; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
nav { margin-top: 24px; display: flex; flex-wrap: wrap; gap: 12px; }
a { min-height: 44px; padding: 10px 20px; border: 1px solid #8d7f94; border-radius: 8px; color: inherit; font-weight: 600; text-decoration: none; }
a:first-child { border-color: #f4eef2; background: #f4eef2; color: #130d14; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid #f4eef2; outline-offset: 3px; }
`

/** Allows no scripts or files, which an outage could block. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

export const REFUSAL_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  // The address may hold a code.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const

const TITLES: Readonly<Partial<Record<Reason | ErrorCode, string>>> = {
  LOGIN_FAILED: "You're not logged in",
  LOGIN_LIMITED: 'Discord is busy',
  INVALID_REDIRECT: "That link isn't right",
  RATE_LIMITED: 'Too many requests',
  METHOD_NOT_ALLOWED: "That doesn't work here",
  unauthenticated: 'Log in first',
  permission_denied: "You can't open this",
  not_found: 'Page not found',
  resource_exhausted: 'Too many requests',
  unavailable: "We can't answer right now",
  internal: 'Something went wrong',
}

const LOBBY: Link = { text: 'Back to the lobby', to: '/gameroom' }

/** `retryAfterS`: seconds until another try makes sense. */
export function refusalPage(refusal: KlaError, asked: Asked, retryAfterS?: number): string {
  const title = TITLES[refusal.reason] ?? TITLES[refusal.code] ?? "That didn't work"
  const hints = hintsOf(refusal, retryAfterS)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} | Kla</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand">Kla</p>
<h1>${escapeHtml(title)}</h1>
<p role="alert">${escapeHtml(refusal.message)}</p>
${hints.map((hint) => `<p>${escapeHtml(hint)}</p>\n`).join('')}<nav aria-label="Where to go next">
${nextSteps(refusal, asked)
  .map(({ text, to }) => `<a href="${escapeHtml(to)}">${escapeHtml(text)}</a>`)
  .join('\n')}
</nav>
</main>
</body>
</html>
`
}

function hintsOf({ reason, message }: KlaError, retryAfterS: number | undefined): string[] {
  const expired = message === REASONS.LOGIN_FAILED.text ? 'Logins expire after a few minutes and work once. ' : ''
  if (reason === 'LOGIN_FAILED') return [`${expired}You can start again at any time.`]
  if (reason === 'LOGIN_LIMITED' || retryAfterS === undefined || message.includes('Try again in')) return []
  return [`Try again in ${durationWords(retryAfterS)}.`]
}

function durationWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [Math.max(1, seconds), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const RETRYABLE: ReadonlySet<ErrorCode> = new Set(['unavailable', 'internal', 'resource_exhausted', 'aborted'])

function nextSteps({ reason, code }: KlaError, { url = '/', method = 'GET', cookies }: Asked): Link[] {
  const [path = '', query] = url.split('?', 2)
  if (path.startsWith('/auth/discord')) {
    const begun =
      path === '/auth/discord' ? new URLSearchParams(query).get('redirectBackTo') : loginCookieOf(cookies).back
    return [{ text: 'Try again', to: loginAddress(reason === 'INVALID_REDIRECT' ? '' : (begun ?? '')) }, LOBBY]
  }
  const shown = path.startsWith('/checkout/') || path === '/media'
  const from = path.startsWith('/checkout/') ? { text: 'Back to the shop', to: '/shop' } : LOBBY
  const signedOut = reason === 'NOT_SIGNED_IN' || (reason === 'MEDIA_FOR_ADULTS' && !cookies?.[SESSION_COOKIE])
  if (signedOut) return [{ text: 'Log in with Discord', to: loginAddress(shown ? url : LOBBY.to) }, from]
  // Links cannot repeat a post.
  const again = RETRYABLE.has(code) && method === 'GET' && /^\/(?![/\\])/.test(url)
  return again ? [{ text: 'Try again', to: url }, from] : [from]
}

const loginAddress = (backTo: string): string =>
  backTo === '' ? '/auth/discord' : `/auth/discord?redirectBackTo=${encodeURIComponent(backTo)}`
