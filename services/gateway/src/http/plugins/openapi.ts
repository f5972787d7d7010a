import swagger from '@fastify/swagger'
import { type Reason, REASONS } from '@kla/proto/web'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** Generates the document from the schemas. Register it before the routes. */
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

interface Refusal {
  readonly about: string
  readonly example: Reason
  readonly headers?: Readonly<Record<string, string>>
}

const REFUSALS = {
  400: { about: 'Something in the request is not as it should be.', example: 'INVALID_FIELD' },
  401: { about: 'Nobody is signed in, or not any more.', example: 'NOT_SIGNED_IN' },
  403: { about: 'Not open to this person, or sent by a page of another site.', example: 'NOT_ALLOWED' },
  404: { about: 'Nothing is there.', example: 'NOT_FOUND' },
  405: {
    about: 'The address is called by other methods, which `Allow` names.',
    example: 'METHOD_NOT_ALLOWED',
    headers: { Allow: 'The methods, separated by commas.' },
  },
  408: { about: 'The request did not come in whole in time.', example: 'INVALID_FIELD' },
  409: { about: 'Not as things stand, or they changed meanwhile.', example: 'CONFLICT' },
  413: { about: 'The body, or what is asked for, is too large.', example: 'BODY_TOO_LARGE' },
  415: { about: 'A file in a format that is not shown.', example: 'MEDIA_FORMAT' },
  416: { about: 'There are no bytes in that range.', example: 'RANGE_NOT_SATISFIABLE' },
  429: { about: 'Too many of these in a minute.', example: 'RATE_LIMITED' },
  431: { about: 'The head of the request is too large.', example: 'BODY_TOO_LARGE' },
  500: { about: 'Something went wrong on our side.', example: 'INTERNAL' },
  502: { about: 'What was to be fetched elsewhere cannot be had.', example: 'MEDIA_UNAVAILABLE' },
  503: {
    about: 'A part that is needed does not answer right now.',
    example: 'UNAVAILABLE',
    headers: { 'Retry-After': 'Seconds until another try may succeed.' },
  },
} as const satisfies Readonly<Record<number, Refusal>>

type Status = keyof typeof REFUSALS

const ANYWHERE: readonly Status[] = [400, 404, 405, 408, 429, 431, 500, 503]
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const ASKS_WHO: ReadonlySet<string> = new Set(['POST /adminlogin', 'POST /admin/logout', 'DELETE /user/sessions'])

function refusalsOf(method: string, { url, config }: Pick<RouteOptions, 'url' | 'config'>): Status[] {
  const access = config?.access ?? 'anyone'
  const changes = !SAFE_METHODS.has(method)
  const named = access !== 'anyone' && access !== 'machine' && access !== 'visitor'
  return [
    ...ANYWHERE,
    ...(changes ? ([403, 409, 413] as const) : []),
    ...(named || ASKS_WHO.has(`${method} ${url}`) ? ([401, 403] as const) : []),
    ...(url === '/media' ? ([403, 413, 415, 416, 502] as const) : []),
    ...(access === 'visitor' || url === '/auth/discord/callback' ? ([401, 403, 409] as const) : []),
  ].filter((status, index, all) => all.indexOf(status) === index)
}

interface Operation {
  responses?: Record<string, unknown>
}
interface Description {
  paths?: object
  components?: object
}

function documentRefusals<D extends Description>(
  description: D,
  routes: readonly Pick<RouteOptions, 'method' | 'url' | 'config'>[],
): D {
  const paths = (description.paths ?? {}) as Record<string, Record<string, Operation> | undefined>
  for (const route of routes) {
    const path = paths[route.url.replace(/:(\w+)/g, '{$1}')]
    for (const method of [route.method].flat()) {
      const operation = path?.[method.toLowerCase()]
      if (!operation) continue
      const refusals = refusalsOf(method, route).map((status) => [status, { $ref: `#/components/responses/${status}` }])
      const { '4XX': _client, '5XX': _server, ...answers } = operation.responses ?? {}
      operation.responses = { ...Object.fromEntries(refusals), ...answers }
    }
  }
  return { ...description, components: { ...description.components, responses: COMPONENTS } }
}

const text = { type: 'string' }
const COMPONENTS = Object.fromEntries(
  Object.entries(REFUSALS as Readonly<Record<string, Refusal>>).map(([status, { about, example, headers = {} }]) => [
    status,
    {
      description: about,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [name, { description, schema: text }]),
      ),
      content: {
        'application/json': {
          schema: { type: 'object', required: ['error', 'code'], properties: { error: text, code: text } },
          example: { error: REASONS[example].text, code: example },
        },
      },
    },
  ]),
)
