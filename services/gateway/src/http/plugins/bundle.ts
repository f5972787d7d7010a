import { relative, sep } from 'node:path'
import type { FastifyRequest } from 'fastify'

const YEAR_S = 31_536_000

/** How long a file of a bundle is kept. The build puts a hash of its content into the name of every one in its assets/. */
export const cacheControl = (bundle: string, path: string, otherwise: string): string =>
  relative(bundle, path).startsWith(`assets${sep}`) ? `public, max-age=${YEAR_S}, immutable` : otherwise

/** Whether a browser asks for a page to show. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '*/*').includes('text/html')
