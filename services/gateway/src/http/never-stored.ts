import type { FastifyReply, FastifyRequest } from 'fastify'

/** A hook for answers that are about one person: no cache keeps them. */
export const neverStored = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  reply.header('cache-control', 'no-store')
}
