const LENGTH_MAX = 2_048
// Browsers read a backslash as a slash and drop tabs and line ends.
const UNSAFE = /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
// Any origin: a path of this site keeps it.
const SITE = 'https://site.invalid'

type ReturnPath = { readonly path: string } | { readonly refused: 'INVALID_REDIRECT' }

const refusal: ReturnPath = { refused: 'INVALID_REDIRECT' }

/** A path of this site, percent-encoded for a header; '' is the home page. */
export function returnPath(given: string): ReturnPath {
  if (given === '') return { path: '/' }
  if (given.length > LENGTH_MAX || UNSAFE.test(given) || !staysHere(given)) return refusal
  const url = new URL(given, SITE)
  const path = url.pathname + url.search + url.hash
  // "/.//evil" is harmless only until its dots are resolved.
  return url.origin === SITE && staysHere(path) ? { path } : refusal
}

const staysHere = (path: string): boolean => path.startsWith('/') && !/^[^?#]*\/\//.test(path)

/** Those that the configuration allows. */
export const forwardedParameters = (
  given: Readonly<Record<string, string>>,
  allowed: readonly string[],
): Record<string, string> => Object.fromEntries(Object.entries(given).filter(([name]) => allowed.includes(name)))

/** A login that has begun. */
export interface LoginAttempt {
  readonly redirectTo: string
  readonly browserHash: string
  /** PKCE: an intercepted code opens nothing. */
  readonly verifier: string
}

type AttemptCheck = Pick<LoginAttempt, 'redirectTo' | 'verifier'> | { readonly refused: 'LOGIN_FAILED' }

/** Only the browser that began it may finish: otherwise an attacker could sign a victim in as themselves. */
export function checkAttempt(attempt: LoginAttempt | undefined, browserHash: string): AttemptCheck {
  if (attempt === undefined || attempt.browserHash !== browserHash) return { refused: 'LOGIN_FAILED' }
  return { redirectTo: attempt.redirectTo, verifier: attempt.verifier }
}

// The first match counts: most browsers also name their ancestors.
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

/** Such as "Firefox on Windows"; empty if unknown. */
export function deviceName(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1])
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '')
}
