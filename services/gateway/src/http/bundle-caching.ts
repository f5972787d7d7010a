import { sep } from 'node:path'

const YEAR_S = 31_536_000

/** How long a file of a bundle is kept. The build puts a hash of its content into the name of every one below assets/. */
export const cacheControl = (path: string, otherwise: string): string =>
  path.includes(`${sep}assets${sep}`) ? `public, max-age=${YEAR_S}, immutable` : otherwise
