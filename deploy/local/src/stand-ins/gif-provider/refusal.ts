import type { FastifyReply } from 'fastify'

/** An error in the provider's shape. */
export const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { code, message, status } })
