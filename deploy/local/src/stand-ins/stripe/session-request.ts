import { invalidRequest } from './api-error.js'

/** A form with brackets: `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. */
export interface Tree {
  readonly [name: string]: Tree | string | undefined
}

interface Branch {
  [name: string]: Branch | string
}

/** Undefined where a name is both text and branch. */
export function readNestedForm(body: string): Tree | undefined {
  const root = newBranch()
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/\[|\]\[|\]$/).filter((part, index) => index === 0 || part !== '')
    const last = path.pop() ?? ''
    let branch = root
    for (const part of path) {
      const next = (branch[part] ??= newBranch())
      if (typeof next === 'string') return undefined
      branch = next
    }
    if (typeof branch[last] === 'object') return undefined
    branch[last] = value
  }
  return root
}

// No prototype, so that no name means anything.
const newBranch = (): Branch => Object.create(null) as Branch

export function textAt(tree: Tree, ...path: readonly string[]): string | undefined {
  const found = path.reduce<Tree | string | undefined>(
    (at, part) => (typeof at === 'object' ? at[part] : undefined),
    tree,
  )
  return typeof found === 'string' && found !== '' ? found : undefined
}

function branchAt(tree: Tree, name: string): Tree {
  const found = tree[name]
  return typeof found === 'object' ? found : {}
}

/** Validated request for a session. */
export interface SessionRequest {
  readonly lines: readonly { readonly name: string; readonly unitCents: number; readonly quantity: number }[]
  readonly totalCents: number
  readonly currency: string
  readonly successUrl: string
  readonly cancelUrl: string | null
  readonly email: string | null
  readonly clientReferenceId: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly paymentMetadata: Readonly<Record<string, string>>
  readonly expiresAt: number
}

const DAY_S = 86_400
// Stripe's minimum in US dollars.
const TOTAL_CENTS_MIN = 50

/** Reads a session in mode payment, or throws Stripe's refusal. */
export function readSessionRequest(form: Tree, nowS: number): SessionRequest {
  if (textAt(form, 'mode') !== 'payment') throw invalidRequest('Only the mode payment is spoken here.', 'mode')
  const lines = Object.entries(branchAt(form, 'line_items')).map(([index, line]) => readLine(line, index))
  if (lines.length === 0) throw invalidRequest('Missing required param: line_items.', 'line_items', 'parameter_missing')
  const currencies = new Set(lines.map(({ currency }) => currency))
  if (currencies.size !== 1) throw invalidRequest('All line items must have the same currency.', 'line_items')
  const totalCents = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
  if (totalCents < TOTAL_CENTS_MIN) {
    throw invalidRequest("The Checkout Session's total amount due is too small.", 'line_items', 'amount_too_small')
  }
  return {
    lines,
    totalCents,
    currency: lines[0]!.currency,
    successUrl: readUrl(form, 'success_url') ?? reject('Missing required param: success_url.', 'success_url'),
    cancelUrl: readUrl(form, 'cancel_url'),
    email: readEmail(form),
    clientReferenceId: textAt(form, 'client_reference_id') ?? null,
    metadata: readMetadata(branchAt(form, 'metadata')),
    paymentMetadata: readMetadata(branchAt(branchAt(form, 'payment_intent_data'), 'metadata')),
    expiresAt: readExpiry(form, nowS),
  }
}

function reject(message: string, param: string): never {
  throw invalidRequest(message, param)
}

function readLine(line: Tree | string | undefined, index: string) {
  const param = `line_items[${index}]`
  if (typeof line !== 'object') return reject('Invalid object', param)
  const price = branchAt(line, 'price_data')
  const name = textAt(price, 'product_data', 'name')
  const currency = textAt(price, 'currency')
  if (name === undefined) return reject('Missing required param: name.', `${param}[price_data][product_data][name]`)
  if (!currency || !/^[a-z]{3}$/.test(currency)) return reject('Invalid currency.', `${param}[price_data][currency]`)
  const unitCents = readInteger(price, 'unit_amount', `${param}[price_data][unit_amount]`)
  const quantity = readInteger(line, 'quantity', `${param}[quantity]`)
  if (quantity === 0) return reject('This value must be greater than or equal to 1.', `${param}[quantity]`)
  return { name, currency, unitCents, quantity }
}

function readInteger(tree: Tree, name: string, param: string): number {
  const text = textAt(tree, name)
  if (text === undefined || !/^\d{1,8}$/.test(text)) return reject(`Invalid integer: ${text ?? ''}`, param)
  return Number(text)
}

function readUrl(form: Tree, name: string): string | null {
  const text = textAt(form, name)
  if (text !== undefined && !/^https?:\/\/[^\s]+$/.test(text)) {
    throw invalidRequest('Not a valid URL', name, 'url_invalid')
  }
  return text ?? null
}

function readEmail(form: Tree): string | null {
  const text = textAt(form, 'customer_email')
  if (text !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) {
    throw invalidRequest(`Invalid email address: ${text}`, 'customer_email', 'email_invalid')
  }
  return text ?? null
}

function readMetadata(tree: Tree): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

function readExpiry(form: Tree, nowS: number): number {
  if (textAt(form, 'expires_at') === undefined) return nowS + DAY_S
  const text = textAt(form, 'expires_at') ?? ''
  const expiresAt = /^\d{1,12}$/.test(text) ? Number(text) : NaN
  // Allows half a minute of transport.
  if (expiresAt >= nowS + 1_770 && expiresAt <= nowS + DAY_S + 30) return expiresAt
  throw invalidRequest('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', 'expires_at')
}
