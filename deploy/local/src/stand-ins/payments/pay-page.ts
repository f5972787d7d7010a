const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

const STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; background: #f3f5f8; color: #1c2430 }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px }
main { width: 100%; max-width: 440px; background: #fff; border: 1px solid #d5dbe5; border-radius: 12px; padding: 24px }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 16px }
p { margin: 0 0 16px }
.note { font-size: 14px; font-weight: 600; margin-bottom: 8px; color: #44529a }
table { width: 100%; border-collapse: collapse; margin: 0 0 24px }
th, td { text-align: left; font-weight: 400; padding: 8px 0; border-top: 1px solid #d5dbe5; vertical-align: top; overflow-wrap: anywhere }
td { text-align: right; padding-left: 16px; white-space: nowrap; font-variant-numeric: tabular-nums }
tfoot th, tfoot td { font-weight: 700; border-top: 2px solid #1c2430 }
small { display: block; font-size: 14px; color: #4d5868 }
label { display: block; margin-bottom: 4px; font-weight: 600 }
input, button, .quiet { font: inherit; width: 100%; min-height: 48px; border-radius: 8px; border: 1px solid #7a869a; padding: 8px 12px }
input + label { margin-top: 16px }
input { background: #fff; color: inherit; letter-spacing: .04em }
button { margin-top: 16px; cursor: pointer; font-weight: 600; background: #35439b; border-color: #35439b; color: #fff }
button:hover { background: #29357f }
.quiet { display: grid; place-items: center; margin-top: 8px; background: none; border-color: transparent; color: #35439b;
  font-weight: 400; text-decoration: none }
.quiet:hover { background: #eef1f7; text-decoration: underline }
input:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid #35439b; outline-offset: 2px }
.problem { border-left: 4px solid #b3261e; background: #fcedec; color: #8c1d18; border-radius: 4px; padding: 12px 16px }
details { margin-top: 16px; font-size: 14px }
summary { cursor: pointer; padding: 8px 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 8px 0 0 }
dt { font-variant-numeric: tabular-nums }
dd { margin: 0; color: #4d5868 }
`

interface Bill {
  readonly provider: string
  readonly lines: readonly { readonly name: string; readonly unitCents: number; readonly quantity: number }[]
  readonly totalCents: number
  readonly currency: string
  readonly payAction: string
  readonly cancel: { readonly href: string } | { readonly action: string }
  readonly receiptEmail?: string
  readonly problem?: string
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const page = (provider: string, title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main>
<p class="note">Local stand-in for ${escape(provider)}. No real money moves.</p>
${body}
</main></body>
</html>`

const line =
  (currency: string) =>
  (of: Bill['lines'][number]): string =>
    `<tr>
<th scope="row">${escape(of.name)}<small>${of.quantity} × ${money(of.unitCents, currency)}</small></th>
<td>${money(of.unitCents * of.quantity, currency)}</td></tr>`

const cancelControl = (cancel: Bill['cancel']): string =>
  'href' in cancel
    ? `<a class="quiet" href="${escape(cancel.href)}">Cancel</a>`
    : `<form method="post" action="${escape(cancel.action)}"><button class="quiet">Cancel</button></form>`

const TEST_NUMBERS = [
  ['4242 4242 4242 4242', 'is paid'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 0259', 'is paid and disputed'],
  ['000123456789', 'is paid later'],
  ['000222222227', 'fails later'],
]

export function payPage(bill: Bill): string {
  const { provider, lines, currency, receiptEmail, problem } = bill
  const total = money(bill.totalCents, currency)
  const wrong = problem === undefined ? '' : ' autofocus aria-invalid="true" aria-describedby="problem"'
  // Browsers must not offer a real card.
  const cardField = `<label for="card">Card number</label>
<input id="card" name="card" required inputmode="numeric" autocomplete="off" maxlength="23"
 placeholder="4242 4242 4242 4242"${receiptEmail === '' ? '' : wrong}>`
  const emailField = `<label for="email">Email for the receipt</label>
<input id="email" name="email" type="email" required autocomplete="email" maxlength="320"
 value="${escape(receiptEmail ?? '')}"${receiptEmail === '' ? wrong : ''}>`
  return page(
    provider,
    `Pay ${total}`,
    `<h1>Pay ${total}</h1>
<table><tbody>${lines.map(line(currency)).join('')}</tbody>
<tfoot><tr><th scope="row">Total</th><td>${total}</td></tr></tfoot></table>
${problem === undefined ? '' : `<p class="problem" id="problem" role="alert">${escape(problem)}</p>`}
<form method="post" action="${escape(bill.payAction)}">
${receiptEmail === undefined ? '' : emailField}
${cardField}
<button>Pay ${total}</button>
</form>
${cancelControl(bill.cancel)}
<details><summary>Test cards</summary>
<dl>${TEST_NUMBERS.map(([number, fate]) => `<dt>${number}</dt><dd>${fate}</dd>`).join('')}</dl></details>`,
  )
}

export const noticePage = (provider: string, title: string, text: string): string =>
  page(provider, escape(title), `<h1>${escape(title)}</h1><p role="alert">${escape(text)}</p>`)
