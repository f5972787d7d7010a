import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { createWorld, PUBLIC_URL, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway()).http
  world.auth.person(1)
  world.commerce.form = {
    action: 'https://pay.example:8443/hosted?shop=kla&lang="en"',
    fields: [
      { name: 'order_id', value: 'o1' },
      { name: 'item_1_name', value: `"><script>alert('x')</script>&amp;` },
    ],
  }
})
afterAll(() => world.stop())

const page = (headers: Record<string, string> = {}, session = 'cs_1') =>
  app.inject({
    url: `/checkout/form/${session}`,
    headers: { accept: 'text/html', host: new URL(PUBLIC_URL).host, ...headers },
  })
const signedIn = { cookie: 'kla=session-1' }

test("the checkout page posts the provider's form, with a button for browsers without scripts", async () => {
  const response = await page(signedIn)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  const { body } = response
  expect(body).toContain(
    '<form method="post" action="https://pay.example:8443/hosted?shop=kla&amp;lang=&quot;en&quot;" accept-charset="utf-8">',
  )
  expect(body).toContain('<input type="hidden" name="order_id" value="o1">')
  expect(body).toContain('<button type="submit">Continue to payment</button>')
})

test('the checkout page escapes field values', async () => {
  const { body } = await page(signedIn)
  expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;"')
  expect(body.match(/<script/g)).toHaveLength(1)
})

test('the checkout page may only post to the provider and run our script', async () => {
  const { headers, body } = await page(signedIn)
  const policy = String(headers['content-security-policy']).split(';')
  expect(policy).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "form-action 'self' https://pay.example:8443",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
  expect(headers['referrer-policy']).toBe('strict-origin')
  expect(body).not.toMatch(/<script(?![^>]* src=)|<style| on[a-z]+=| style=/)
})

test('the checkout page loads script and style from files', async () => {
  const { body } = await page(signedIn)
  const [, script] = /<script src="([^"]+)" defer>/.exec(body) ?? []
  const [, style] = /<link rel="stylesheet" href="([^"]+)">/.exec(body) ?? []
  const [code, rules] = [await app.inject(script ?? ''), await app.inject(style ?? '')]
  expect(code.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(rules.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(sentBy(code.body, 'navigate')).toEqual(['the form'])
  expect(sentBy(code.body, 'back_forward')).toEqual([])
})

/** Returns what the script sends for this type of navigation. */
function sentBy(code: string, type: string): string[] {
  const sent: string[] = []
  class HTMLFormElement {
    submit(this: unknown): void {
      sent.push(String(this))
    }
  }
  const performance = { getEntriesByType: () => [{ type }] }
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('performance', 'document', 'HTMLFormElement', code)(
    performance,
    { forms: ['the form'] },
    HTMLFormElement,
  )
  return sent
}

test('the checkout page shows errors as HTML to browsers and as JSON to others', async () => {
  const shown = await page()
  expect(shown.statusCode).toBe(401)
  expect(shown.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(shown.body).toContain('<p role="alert">You must be logged in with Discord.</p>')
  expect(shown.body).not.toContain('<form')
  expect(shown.body).toContain(
    '<a href="/auth/discord?redirectBackTo=%2Fcheckout%2Fform%2Fcs_1">Log in with Discord</a>',
  )
  expect(shown.body).toContain('<a href="/shop">Back to the shop</a>')
  const refused = await page({ ...signedIn, accept: '*/*' }, 'cs_2')
  expect(refused.statusCode).toBe(404)
  expect(refused.json()).toEqual({ error: "We can't find that purchase on your account.", code: 'ORDER_NOT_FOUND' })
})
