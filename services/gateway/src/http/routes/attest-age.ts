import { AgeAttestation, AgeAttestationAnswer, RestError } from '@kla/proto/web'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

/** Records whether the player declares to be an adult, and answers the verdict. To be none locks it. */
export const attestAge = (app: TypedApp, parts: HttpParts): void => {
  app.post(
    '/user/age-attestation',
    {
      config: { access: 'banned-player' },
      schema: {
        summary: 'Declare to be 18 or older, or not to be',
        security: [{ session: [] }],
        body: AgeAttestation,
        response: { 200: AgeAttestationAnswer, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      return parts.auth.attestAge({ over18: request.body.over18 }, onBehalfOf(request))
    },
  )
}
