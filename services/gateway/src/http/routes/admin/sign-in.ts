import { AdminLogin, AdminLoginAnswer, AdminLoginRefusal, type RestError } from '@kla/proto/web'
import type { FastifyError } from 'fastify'
import { httpStatus } from '../../error-status.js'
import type { HttpParts } from '../../http-parts.js'
import { networkOf } from '../../network-of.js'
import { neverStored } from '../../never-stored.js'
import { refusalOf } from '../../plugins/errors.js'
import type { TypedApp } from '../../typed-app.js'
import { sessionView } from '../../views/admin/session.js'

const MINUTE_MS = 60_000

/** Opens an administrator's session. A refusal says `success: false` beside what every error says. */
export const signInAdministrator = (app: TypedApp, { auth, adminLoginsPerMinute }: HttpParts): void => {
  app.post(
    '/adminlogin',
    {
      config: {
        access: 'anyone',
        // Beside auth's own lock-out: each try costs a slow hash.
        rateLimit: {
          max: adminLoginsPerMinute,
          timeWindow: MINUTE_MS,
          keyGenerator: ({ ip }) => networkOf(ip),
        },
      },
      onRequest: neverStored,
      schema: {
        summary: 'Sign in to the console',
        tags: ['console'],
        body: AdminLogin,
        response: { 200: AdminLoginAnswer, '4xx': AdminLoginRefusal, '5xx': AdminLoginRefusal },
      },
      errorHandler: (error: FastifyError, request, reply) => {
        const refusal = refusalOf(error, request)
        const told: RestError = { error: refusal.message, code: refusal.reason }
        void reply
          .status(httpStatus(refusal))
          .header('cache-control', 'no-store')
          .send({ success: false, ...told })
      },
    },
    async (request) => {
      const { username, password, code = '' } = request.body
      const { token, identity } = await auth.signInAdministrator(
        { username, password, code, address: networkOf(request.ip) },
        { requestId: request.id },
      )
      if (!identity) throw new Error('auth answered a sign-in without an identity')
      return { success: true as const, token, session: sessionView(identity) }
    },
  )
}
