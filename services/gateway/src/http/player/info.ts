import { ClientConfig } from '@kla/proto/schemas'
import type { Resource } from '../route.js'

export const info: Resource = async (app, deps) => {
  const { avatarBaseUrl, reconnectGraceMs, evidencePublicKey, contactEmail, sendsMail, payments, ready } = deps
  app.get(
    '/api/config',
    {
      config: { access: 'anyone' },
      schema: { summary: 'Configuration of the SPA', response: { 200: ClientConfig } },
    },
    async () => ({
      avatarBaseUrl: avatarBaseUrl.replace(/\/+$/, ''),
      reconnectGraceMs,
      evidenceKey: evidencePublicKey,
      contactEmail,
      sendsMail,
      payments,
    }),
  )

  const hidden = { schema: { hide: true }, config: { access: 'machine', rateLimit: false } as const }
  app.get('/healthz', hidden, async (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/readyz', hidden, async (_request, reply) =>
    reply
      .status(ready() ? 200 : 503)
      .type('text/plain')
      .send(ready() ? 'ready' : 'not ready'),
  )
}
