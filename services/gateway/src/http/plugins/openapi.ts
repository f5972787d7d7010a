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
  400: { about: "Something in the request isn't valid.", example: 'INVALID_FIELD' },
  401: { about: 'Not logged in, or the session has expired.', example: 'NOT_SIGNED_IN' },
  403: { about: 'Not allowed for this account, or sent by another site.', example: 'NOT_ALLOWED' },
  404: { about: 'Not found.', example: 'NOT_FOUND' },
  405: {
    about: 'The address takes other methods, listed in `Allow`.',
    example: 'METHOD_NOT_ALLOWED',
    headers: { Allow: 'The methods, separated by commas.' },
  },
  408: { about: 'The request was not complete in time.', example: 'INVALID_FIELD' },
  409: { about: 'Not possible in the current state, or someone else changed it.', example: 'CONFLICT' },
  413: { about: 'The body or the requested content is too large.', example: 'BODY_TOO_LARGE' },
  415: { about: 'The format of the file is not supported.', example: 'MEDIA_FORMAT' },
  416: { about: 'The range is outside the file.', example: 'RANGE_NOT_SATISFIABLE' },
  429: { about: 'Too many requests in a minute.', example: 'RATE_LIMITED' },
  431: { about: 'The request headers are too large.', example: 'BODY_TOO_LARGE' },
  500: { about: 'Something went wrong on our side.', example: 'INTERNAL' },
  502: { about: 'Content from another site is unavailable.', example: 'MEDIA_UNAVAILABLE' },
  503: {
    about: 'A required service is unavailable right now.',
    example: 'UNAVAILABLE',
    headers: { 'Retry-After': 'Seconds until a retry may succeed.' },
  },
} as const satisfies Readonly<Record<number, Refusal>>

type Status = keyof typeof REFUSALS

const COMMON_STATUSES: readonly Status[] = [400, 404, 405, 408, 429, 431, 500, 503]
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const SELF_AUTHENTICATED: ReadonlySet<string> = new Set([
  'POST /adminlogin',
  'POST /adminlogin/passkey/options',
  'POST /adminlogin/passkey',
  'POST /admin/logout',
  'DELETE /user/sessions',
])

function refusalsOf(method: string, { url, config }: Pick<RouteOptions, 'url' | 'config'>): Status[] {
  const access = config?.access ?? 'anyone'
  const changes = !SAFE_METHODS.has(method)
  const named = access !== 'anyone' && access !== 'machine' && access !== 'visitor'
  return [
    ...COMMON_STATUSES,
    ...(changes ? ([403, 409, 413] as const) : []),
    ...(named || SELF_AUTHENTICATED.has(`${method} ${url}`) ? ([401, 403] as const) : []),
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
      const refusals = refusalsOf(method, route).map((status): [string, object] => [
        String(status),
        { $ref: `#/components/responses/${status}` },
      ])
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
