import { ClientConfig } from '@kla/proto/web'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

/** What the SPA has to know about where it runs. */
export const clientConfig = (app: TypedApp, parts: HttpParts): void => {
  const { avatarBaseUrl, reconnectGraceMs, contactEmail, sendsMail, payments } = parts
  app.get(
    '/api/config',
    {
      config: { access: 'anyone' },
      schema: { summary: 'Configuration of the SPA', response: { 200: ClientConfig } },
    },
    async () => ({ avatarBaseUrl: avatarBaseUrl.replace(/\/+$/, ''), reconnectGraceMs, contactEmail, sendsMail, payments }),
  )
}
