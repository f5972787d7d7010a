const LENGTH_MAX = 2_048
// Browsers read a backslash as a slash and drop tabs and line ends, so that "/\t/evil" would lead away.
const TREACHEROUS = /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
// The host is of no consequence: a path of this site is one that keeps whatever origin it is resolved against.
const SITE = 'https://site.invalid'

export type ReturnPath = { readonly path: string } | { readonly refused: 'INVALID_REDIRECT' }

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
