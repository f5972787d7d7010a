import { AgeAttestation, AgeAttestationAnswer, RestError } from '@kla/proto/web'
import type { HttpParts } from '../http-parts.js'
import { identify } from '../identify.js'
import type { TypedApp } from '../typed-app.js'

/** Records that the player declares to be an adult, and answers the verdict. */
export const attestAge = (app: TypedApp, parts: HttpParts): void => {
  app.post(
    '/user/age-attestation',
    {
      schema: {
        summary: 'Declare to be 18 or older',
        security: [{ session: [] }],
        body: AgeAttestation,
        response: { 200: AgeAttestationAnswer, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { principal } = await identify(request, parts)
      return parts.auth.attestAge({ over18: request.body.over18 }, { principal, requestId: request.id })
    },
  )
}
