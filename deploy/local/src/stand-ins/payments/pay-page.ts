import { money } from './money.js'
import { STYLE } from './pay-page-style.js'

/** What somebody is asked to pay. */
export interface Bill {
  /** Whom the page stands in for. */
  readonly provider: string
  readonly lines: readonly { readonly name: string; readonly unitCents: number; readonly quantity: number }[]
  readonly totalCents: number
  readonly currency: string
  /** Where the card goes, by POST. */
  readonly payAction: string
  /** Giving up is a link for some providers and a form for others. */
  readonly cancel: { readonly href: string } | { readonly action: string }
  /** What was typed in so far as the receipt's e-mail; undefined if the page has not to ask for one. */
  readonly receiptEmail?: string
  /** Why it was not paid, the last time. */
  readonly problem?: string
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
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
<p class="note">Local stand-in for ${escape(provider)}: no money moves here</p>
${body}
</main></body>
</html>`

const line = (currency: string) => (of: Bill['lines'][number]): string => `<tr>
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
  ['000123456789', 'pays late'],
  ['000222222227', 'fails late'],
]

/** The page to pay on: what is bought, the total, and a field for the card. */
export function payPage(bill: Bill): string {
  const { provider, lines, currency, receiptEmail, problem } = bill
  const total = money(bill.totalCents, currency)
  const wrong = problem === undefined ? '' : ' autofocus aria-invalid="true" aria-describedby="problem"'
  // Turned off, so that no browser offers a real card.
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

/** What somebody sees for whom there is nothing to pay. */
export const noticePage = (provider: string, title: string, text: string): string =>
  page(provider, escape(title), `<h1>${escape(title)}</h1><p role="alert">${escape(text)}</p>`)
