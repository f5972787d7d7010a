import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { documentRefusals } from '../documented-refusals.js'

/** Describes every route from the schemas that check it; served as /openapi.json. Register before the routes. */
export async function registerOpenapi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Kla', version: '1.0.0', description: 'The REST calls of players and administrators.' },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'kla' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      tags: [{ name: 'console', description: 'For administrators.' }],
    },
    transformObject: (document) =>
      'openapiObject' in document ? documentRefusals(document.openapiObject, app.routes) : document.swaggerObject,
  })
  app.get('/openapi.json', { config: { access: 'anyone' }, schema: { hide: true } }, async () => app.swagger())
}
