import type { TypedApp } from '../typed-app.js'
import { FORM_SCRIPT_PATH, FORM_STYLE_PATH } from '../views/checkout-form-page.js'

const CACHE_CONTROL = 'public, max-age=3600'

const SCRIPT = `'use strict'
// Whoever comes back from the payment does not want to be sent there again.
const [{ type } = {}] = performance.getEntriesByType('navigation')
// By the prototype: a field of the form may be called "submit".
if (type !== 'back_forward') HTMLFormElement.prototype.submit.call(document.forms[0])
`

const STYLE = `:root { color-scheme: dark; font: 16px/1.5 system-ui, sans-serif; }
body { min-height: 100vh; margin: 0; display: grid; place-items: center; background: #130d14; color: #f4eef2; }
main { padding: 24px; text-align: center; }
h1 { font-size: 24px; }
a { color: inherit; }
button { min-height: 44px; padding: 0 24px; border: 0; border-radius: 8px; font: inherit; font-weight: 600; }
button { color: #130d14; background: #f4eef2; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 2px solid currentColor; outline-offset: 3px; }
`

/** Script and style of the form's page, as files: the page allows neither inline. */
export const checkoutFormAssets = (app: TypedApp): void => {
  const asset = (path: string, type: string, text: string): void => {
    app.get(path, { config: { access: 'anyone' }, schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', CACHE_CONTROL).send(text),
    )
  }
  asset(FORM_SCRIPT_PATH, 'text/javascript; charset=utf-8', SCRIPT)
  asset(FORM_STYLE_PATH, 'text/css; charset=utf-8', STYLE)
}
