import type { GetCheckoutFormResponse } from '@kla/proto'

export const FORM_SCRIPT_PATH = '/checkout/form.js'
export const FORM_STYLE_PATH = '/checkout/form.css'

/** A page with the provider's form. A script sends it at once; without scripts the button does. */
export const checkoutFormPage = ({ action, fields }: GetCheckoutFormResponse): string =>
  page(`<h1>One more step</h1>
<p>You pay at our payment partner.</p>
<form method="post" action="${escape(action)}" accept-charset="utf-8">
${fields.map(({ name, value }) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`).join('\n')}
<button type="submit">Continue to payment</button>
</form>
<script src="${FORM_SCRIPT_PATH}" defer></script>`)

/** What is shown instead when there is no form to be had. */
export const checkoutRefusalPage = (message: string): string =>
  page(`<h1>Checkout</h1>
<p role="alert">${escape(message)}</p>
<p><a href="/shop">Back to the shop</a></p>`)

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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
