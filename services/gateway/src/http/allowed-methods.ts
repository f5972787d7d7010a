import type { RouteOptions } from 'fastify'

/** Answers which methods a path is known under: none when it is not known at all. */
export type AllowedMethods = (path: string) => readonly string[]

type Address = Pick<RouteOptions, 'method' | 'url'>

/** Made of the routes there are, but for those that stand for whatever comes (`*`): such a path is not known by itself. */
export function createAllowedMethods(routes: readonly Address[]): AllowedMethods {
  const methods = new Map<string, Set<string>>()
  for (const { method, url } of routes) {
    if (url.includes('*')) continue
    const known = methods.get(url) ?? new Set()
    methods.set(url, known)
    for (const one of [method].flat()) known.add(one)
  }
  const patterns = [...methods].map(([url, known]) => ({ pattern: patternOf(url), known }))
  return (path) => [
    ...new Set(patterns.flatMap(({ pattern, known }) => (pattern.test(path) ? [...known] : []))),
  ].sort()
}

/** A parameter is one part of a path, and to the router no character is one as well. */
function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]*' : part.replace(/[^A-Za-z0-9_-]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}$`)
}
