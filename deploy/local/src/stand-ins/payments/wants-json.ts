import type { FastifyRequest } from 'fastify'

/** Whether a client speaks JSON, and is no browser that has posted a form. */
export const wantsJson = ({ headers }: FastifyRequest): boolean =>
  [headers['content-type'], headers.accept].some((type) => type?.includes('application/json') ?? false)
