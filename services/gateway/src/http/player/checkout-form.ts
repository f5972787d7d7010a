import type { GetCheckoutFormResponse } from '@kla/proto'
import { CheckoutFormParams, RestError } from '@kla/proto/schemas'
import { Type } from 'typebox'
import { escapeHtml } from '../html.js'
import { onBehalfOf } from '../plugins/access.js'
import type { Resource } from '../route.js'

const FORM_SCRIPT_PATH = '/checkout/form.js'
const FORM_STYLE_PATH = '/checkout/form.css'
const CACHE_CONTROL = 'public, max-age=3600'
const HTML = 'text/html; charset=utf-8'

/** Posts a form to providers that need one instead of a redirect. */
export const checkoutForm: Resource = async (app, { commerce }) => {
  app.get(
    '/checkout/form/:sessionId',
    {
      config: { access: 'player' },
      schema: {
        summary: "The page that posts the payment provider's form",
        security: [{ session: [] }],
        params: CheckoutFormParams,
        response: { 200: Type.String({ description: 'HTML.' }), '4xx': RestError, '5xx': RestError },
      },
    },
    async (request, reply) => {
      const form = await commerce.getCheckoutForm({ sessionId: request.params.sessionId }, onBehalfOf(request))
      return reply
        .type(HTML)
        .headers(headersFor(new URL(form.action).origin))
        .send(checkoutFormPage(form))
    },
  )

  // The page's policy forbids inline script and style.
  const asset = (path: string, type: string, text: string): void => {
    app.get(path, { config: { access: 'anyone' }, schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', CACHE_CONTROL).send(text),
    )
  }
  asset(FORM_SCRIPT_PATH, 'text/javascript; charset=utf-8', SCRIPT)
  asset(FORM_STYLE_PATH, 'text/css; charset=utf-8', STYLE)
}

/** Allows posting only to the provider. 'self': browsers check redirects too. Acquirers check the referring origin. */
const headersFor = (formOrigin: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `form-action 'self' ${formOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'referrer-policy': 'strict-origin',
})

const checkoutFormPage = ({ action, fields }: GetCheckoutFormResponse): string =>
  page(`<h1>One more step</h1>
<p>You pay on our payment provider’s page.</p>
<form method="post" action="${escapeHtml(action)}" accept-charset="utf-8">
${fields.map(({ name, value }) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`).join('\n')}
<button type="submit">Continue to payment</button>
</form>
<script src="${FORM_SCRIPT_PATH}" defer></script>`)

const page = (main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Checkout | Kla</title>
<link rel="stylesheet" href="${FORM_STYLE_PATH}">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`

const SCRIPT = `'use strict'
// Not when the player comes back from the payment.
const [{ type } = {}] = performance.getEntriesByType('navigation')
// By the prototype: a field of the form may be called "submit".
if (type !== 'back_forward') HTMLFormElement.prototype.submit.call(document.forms[0])
`

const STYLE = `:root { color-scheme: dark; font: 16px/1.5 system-ui, sans-serif; }
body { min-height: 100vh; margin: 0; display: grid; place-items: center; background: #130d14; color: #f4eef2; }
main { padding: 24px; text-align: center; }
h1 { font-size: 24px; }
button { min-height: 44px; padding: 0 24px; border: 0; border-radius: 8px; font: inherit; font-weight: 600; }
button { color: #130d14; background: #f4eef2; cursor: pointer; }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 3px; }
`
