const LENGTH_MAX = 2_048
// Browsers read a backslash as a slash and drop tabs and line ends, so that "/\t/evil" would lead away.
const TREACHEROUS = /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
// The host is of no consequence: a path of this site is one that keeps whatever origin it is resolved against.
const SITE = 'https://site.invalid'

type ReturnPath = { readonly path: string } | { readonly refused: 'INVALID_REDIRECT' }

const refusal: ReturnPath = { refused: 'INVALID_REDIRECT' }

/**
 * Where a login may lead back to: path, query and fragment of this site, percent-encoded as a header needs it.
 * Nothing given means the home page.
 */
export function returnPath(given: string): ReturnPath {
  if (given === '') return { path: '/' }
  if (given.length > LENGTH_MAX || TREACHEROUS.test(given) || !staysHere(given)) return refusal
  const url = new URL(given, SITE)
  const path = url.pathname + url.search + url.hash
  // "/.//evil" is a path of this site until its dots are resolved.
  return url.origin === SITE && staysHere(path) ? { path } : refusal
}

const staysHere = (path: string): boolean => path.startsWith('/') && !/^[^?#]*\/\//.test(path)

/** Of the parameters of a login request, those that the configuration passes on to the provider. */
export const forwardedParameters = (
  given: Readonly<Record<string, string>>,
  allowed: readonly string[],
): Record<string, string> => Object.fromEntries(Object.entries(given).filter(([name]) => allowed.includes(name)))

/** A login that a browser has begun and not yet come back from. */
export interface LoginAttempt {
  /** A path of this site. */
  readonly redirectTo: string
  /** The hash of the secret that the browser holds. */
  readonly browserHash: string
  /** What the provider's code is bound to: a code that somebody else has caught opens nothing. */
  readonly verifier: string
}

type AttemptCheck = Pick<LoginAttempt, 'redirectTo' | 'verifier'> | { readonly refused: 'LOGIN_FAILED' }

/**
 * Whether a login may go on: it was begun, is not over, and by this very browser. Otherwise somebody could make
 * another person's browser finish a login of their own, and so sign it in as themselves.
 */
export function checkAttempt(attempt: LoginAttempt | undefined, browserHash: string): AttemptCheck {
  if (attempt === undefined || attempt.browserHash !== browserHash) return { refused: 'LOGIN_FAILED' }
  return { redirectTo: attempt.redirectTo, verifier: attempt.verifier }
}

// The first that matches: most browsers also name those that they descend from.
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

/** What a person tells their devices apart by, such as "Firefox on Windows"; no version, no model. Empty for none of these. */
export function deviceName(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1])
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '')
}
