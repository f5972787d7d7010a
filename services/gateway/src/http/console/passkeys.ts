import type { PasskeyChallenge } from '@kla/proto'
import {
  AdminLoginAnswer,
  AdminLoginRefusal,
  PasskeyCreation,
  PasskeyList,
  PasskeyLogin,
  PasskeyOptions,
  RecoveryCodes,
  SteppedUp,
  StepUp,
  Success,
  UuidParams,
} from '@kla/proto/schemas'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { sessionView } from '../console-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { neverStored } from '../plugins/caching.js'
import { refusalOf, sendRefusal } from '../plugins/errors.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, isoOrNull } from '../values.js'

export const consolePasskeys: Resource = async (app, { auth, adminLoginsPerMinute }) => {
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void sendRefusal(reply, refusalOf(error, request), { success: false })
  }
  const refusals = { '4xx': AdminLoginRefusal, '5xx': AdminLoginRefusal }

  app.post(
    '/adminlogin/passkey/options',
    {
      config: { access: 'anyone', rateLimit: { max: adminLoginsPerMinute } },
      onRequest: neverStored,
      schema: {
        summary: 'Start a login to the console with a passkey',
        tags: ['console'],
        response: { 200: PasskeyOptions, ...refusals },
      },
      errorHandler,
    },
    async (request) => optionsView(await auth.beginPasskeySignIn({ address: request.ip }, { requestId: request.id })),
  )

  app.post(
    '/adminlogin/passkey',
    {
      config: { access: 'anyone', rateLimit: { max: adminLoginsPerMinute } },
      onRequest: neverStored,
      schema: {
        summary: 'Log in to the console with a passkey',
        tags: ['console'],
        body: PasskeyLogin,
        response: { 200: AdminLoginAnswer, ...refusals },
      },
      errorHandler,
    },
    async (request) => {
      const { id: challengeId, credential } = request.body
      const { ip: address } = request
      const userAgent = request.headers['user-agent']
      const { token, identity } = await auth.signInWithPasskey(
        { challengeId, response: JSON.stringify(credential), address, userAgent },
        { requestId: request.id },
      )
      if (!identity) throw new Error('auth answered a sign-in without an identity')
      return { success: true as const, token, session: sessionView(identity) }
    },
  )

  app.post(
    '/admin/step-up/options',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Start to confirm who you are', PasskeyOptions),
    },
    async (request) => optionsView(await auth.beginStepUp({}, onBehalfOf(request))),
  )

  app.post(
    '/admin/step-up',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Confirm who you are', SteppedUp, { body: StepUp }),
    },
    async (request) => {
      const { id: challengeId = '', credential, password = '', code = '' } = request.body
      const response = credential === undefined ? '' : JSON.stringify(credential)
      const { freshUntilMs } = await auth.stepUp({ challengeId, response, password, code }, onBehalfOf(request))
      return { success: true as const, fresh_until: isoOf(freshUntilMs) }
    },
  )

  app.post(
    '/admin/passkeys/options',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Start to add a passkey', PasskeyOptions),
    },
    async (request) => optionsView(await auth.beginPasskey({}, onBehalfOf(request))),
  )

  app.post(
    '/admin/passkeys',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Add a passkey', RecoveryCodes, { body: PasskeyCreation }),
    },
    async (request) => {
      const { id: challengeId, credential, name } = request.body
      const response = JSON.stringify(credential)
      const { recoveryCodes } = await auth.addPasskey({ challengeId, response, name }, onBehalfOf(request))
      return { recovery_codes: recoveryCodes }
    },
  )

  app.get(
    '/admin/passkeys',
    {
      config: { access: { permission: null, beforeTotp: true } },
      schema: consoleCall('Your own passkeys', PasskeyList),
    },
    async (request) => {
      const { passkeys, recoveryCodesLeft } = await auth.listPasskeys({}, onBehalfOf(request))
      return {
        passkeys: passkeys.map(({ id, name, createdAtMs, lastUsedAtMs, synced }) => ({
          id,
          name,
          created_at: isoOf(createdAtMs),
          last_used_at: isoOrNull(lastUsedAtMs),
          synced,
        })),
        recovery_codes_left: recoveryCodesLeft,
      }
    },
  )

  app.delete(
    '/admin/passkeys/:id',
    {
      config: { access: { permission: null } },
      schema: consoleCall('Remove one of your passkeys', Success, { params: UuidParams }),
    },
    async (request) => {
      await auth.removePasskey({ id: request.params.id }, onBehalfOf(request))
      return { success: true as const }
    },
  )

  app.post(
    '/admin/recovery-codes',
    {
      config: { access: { permission: null } },
      schema: consoleCall('Renew your recovery codes', RecoveryCodes),
    },
    async (request) => {
      const { recoveryCodes } = await auth.renewRecoveryCodes({}, onBehalfOf(request))
      return { recovery_codes: recoveryCodes }
    },
  )
}

const optionsView = ({ id, options }: PasskeyChallenge): PasskeyOptions => ({
  id,
  options: JSON.parse(options) as PasskeyOptions['options'],
})
