const LENGTH_MAX = 2_048
// Browsers read a backslash as a slash, and drop tabs and line ends.
const UNSAFE = /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
// Any origin: a path of this site keeps it.
const SITE = 'https://site.invalid'

type ReturnPath = { readonly path: string } | { readonly refused: 'INVALID_REDIRECT' }

const refusal: ReturnPath = { refused: 'INVALID_REDIRECT' }

/** Returns a percent-encoded path of this site; '' means home. */
export function returnPath(given: string): ReturnPath {
  if (given === '') return { path: '/' }
  if (given.length > LENGTH_MAX || UNSAFE.test(given) || !staysOnSite(given)) return refusal
  const url = new URL(given, SITE)
  const path = url.pathname + url.search + url.hash
  // "/.//evil" is harmless only until its dots are resolved.
  return url.origin === SITE && staysOnSite(path) ? { path } : refusal
}

const staysOnSite = (path: string): boolean => path.startsWith('/') && !/^[^?#]*\/\//.test(path)

export const forwardedParameters = (
  given: Readonly<Record<string, string>>,
  allowed: readonly string[],
): Record<string, string> => Object.fromEntries(Object.entries(given).filter(([name]) => allowed.includes(name)))

/** Login that the browser has not finished. */
export interface LoginAttempt {
  readonly redirectTo: string
  readonly browserHash: string
  /** PKCE: without it an intercepted code is useless. */
  readonly verifier: string
}

type AttemptCheck = Pick<LoginAttempt, 'redirectTo' | 'verifier'> | { readonly refused: 'LOGIN_FAILED' }

/** Requires the browser that began, or an attacker could log a victim in as themselves. */
export function checkAttempt(attempt: LoginAttempt | undefined, browserHash: string): AttemptCheck {
  if (attempt === undefined || attempt.browserHash !== browserHash) return { refused: 'LOGIN_FAILED' }
  return { redirectTo: attempt.redirectTo, verifier: attempt.verifier }
}

// First match counts: browsers also name their ancestors.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Describes a browser, as "Firefox on Windows"; empty if unknown. */
export function deviceName(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1])
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '')
}
