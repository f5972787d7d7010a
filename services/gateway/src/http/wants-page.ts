import type { FastifyRequest } from 'fastify'

/** Whether a browser asks for a page to show. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '*/*').includes('text/html')
