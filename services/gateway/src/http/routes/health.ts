import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

/** Whether the process runs, and whether it can take work. Asked by machines every second: not limited. */
export const health = (app: TypedApp, { ready }: HttpParts): void => {
  const hidden = { schema: { hide: true }, config: { access: 'machine', rateLimit: false } as const }
  app.get('/healthz', hidden, async (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/readyz', hidden, async (_request, reply) =>
    reply
      .status(ready() ? 200 : 503)
      .type('text/plain')
      .send(ready() ? 'ready' : 'not ready'),
  )
}
