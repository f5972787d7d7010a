import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Platform } from '@kla/local'
import { arriveInShop, button, type PlayerBrowser, sees } from '../src/browser/index.js'
import { heldBack, notify, type Shopper, signInShopper } from '../src/platform/index.js'
import { type Scene, startScene } from './browser/scene.js'

let platform: Platform
let scene: Scene
let browser: PlayerBrowser

beforeAll(async () => {
  scene = await startScene('acquirer-shop', { environment: { PAYMENT_PROVIDER: 'acquirer' } })
  platform = scene.platform
  browser = await scene.open('warm')
}, 120_000)

afterAll(() => scene?.close(), 60_000)

/** What our page has for the provider: where to post it, and the fields. */
async function formOf(shopper: Shopper, url: string): Promise<{ action: string; fields: URLSearchParams }> {
  const response = await shopper.session.request(new URL(url).pathname)
  expect(response.headers.get('content-type')).toContain('text/html')
  const html = await response.text()
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? []
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  return { action, fields: new URLSearchParams(inputs.map(([, name = '', value = '']) => [name, unescaped(value)])) }
}

/** Sends it, as a person without scripts would with the button; answers the page to pay on. */
async function postForm(shopper: Shopper, url: string): Promise<string> {
  const { action, fields } = await formOf(shopper, url)
  expect(action).toBe(platform.standIns.acquirer.payUrl)
  expect(fields.get('signature')).toMatch(/^[0-9a-f]{64}$/)
  return redirectOf(await post(action, fields), action)
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const unescaped = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => SIGNS[name] ?? '')

const post = (url: string, body: URLSearchParams): Promise<Response> =>
  fetch(url, { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(10_000) })

function redirectOf({ status, headers }: Response, from: string): string {
  expect(status).toBe(303)
  return new URL(headers.get('location') ?? '', from).href
}

const PAYER = { email: 'payer@example.com', card: '4242 4242 4242 4242' }

const payOn = async (page: string): Promise<string> =>
  redirectOf(await post(`${page}/pay`, new URLSearchParams(PAYER)), page)

describe('the shop with the acquirer', () => {
  test('completes a purchase through the form, the signed callback and the return page', async () => {
    const ada = await signInShopper(platform.url, 'ada')
    const { id, url } = await ada.openCheckout([
      { item_id: 2, quantity: 1 },
      { item_id: 3, quantity: 1 },
    ])
    expect(new URL(url).origin).toBe(platform.url)
    const back = await payOn(await postForm(ada, url))
    expect(back).toBe(`${platform.url}/settings?session_id=${id}`)
    expect(await ada.awaitPaid(id)).toEqual({ payment_status: 'paid', amount_total: 548 })
    expect(await ada.counts()).toEqual({ gif_saves: 10, wild_cards: 25 })
    expect((await ada.orders()).map(({ status }) => status)).toEqual(['paid'])

    const eve = await signInShopper(platform.url, 'eve')
    expect((await eve.session.request(new URL(url).pathname)).status).toBe(404)
  }, 60_000)

  test('rejects a form that was altered', async () => {
    const ada = await signInShopper(platform.url, 'ada')
    const { url } = await ada.openCheckout([{ item_id: 2, quantity: 2 }])
    const { action, fields } = await formOf(ada, url)
    for (const name of ['amount', 'item_1_amount']) fields.set(name, '1')
    expect((await post(action, fields)).status).toBe(403)
  }, 60_000)

  test('rejects an altered callback without effect and applies the original once', async () => {
    const bea = await signInShopper(platform.url, 'bea')
    const dearer = await bea.openCheckout([{ item_id: 2, quantity: 99 }])
    const { id, url } = await bea.openCheckout([{ item_id: 2, quantity: 1 }])
    const page = await postForm(bea, url)
    const posts = await heldBack(platform, 'acquirer', () => payOn(page))
    const genuine = posts.find(({ body }) => new URLSearchParams(body).get('status') === 'approved')
    if (!genuine) throw new Error('the acquirer reported no payment')

    const altered = (changes: Record<string, string>): string => {
      const fields = new URLSearchParams(genuine.body)
      for (const [name, value] of Object.entries(changes)) fields.set(name, value)
      return fields.toString()
    }
    const signature = new URLSearchParams(genuine.body).get('signature') ?? ''
    const bad = [
      altered({ order_id: dearer.id }),
      altered({ amount: '1' }),
      altered({ currency: 'JPY' }),
      altered({ status: 'refunded', refunded_amount: '299' }),
      altered({ timestamp: String(Math.floor(Date.now() / 1_000) - 10) }),
      altered({ note: 'one more' }),
      altered({ signature: [...signature].reverse().join('') }),
      `${genuine.body}&status=approved`,
      genuine.body.replace(/&signature=[^&]*/, ''),
      '',
    ]
    for (const body of bad) {
      const answer = await notify(platform, 'acquirer', { ...genuine, body })
      expect({ body, ...answer }).toEqual({ body, status: 400, code: 'SIGNATURE_INVALID' })
    }
    expect(await bea.counts()).toEqual({ gif_saves: 0, wild_cards: 0 })
    expect((await bea.orders()).map(({ status }) => status)).toEqual(['open', 'open'])

    for (const again of [genuine, genuine]) {
      expect(await notify(platform, 'acquirer', again)).toEqual({ status: 200, code: undefined })
      expect(await bea.counts()).toEqual({ gif_saves: 10, wild_cards: 0 })
    }
    expect(await bea.awaitPaid(id)).toEqual({ payment_status: 'paid', amount_total: 299 })
  }, 60_000)

  test('submits the form by itself in a browser and ends on the thank-you page', async () => {
    const { page, complaints } = browser
    await arriveInShop(page, 'cleo')
    await button(page, 'Add to cart: Wild Card [25x]').click()
    await button(page, /^Checkout/).click()
    await page.getByLabel('Email for the receipt').fill('cleo@example.com')
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click()
    await page.waitForURL(`${platform.standIns.acquirer.url}/pay/**`)
    // We keep no address to send along, so the acquirer asks for it.
    await page.getByLabel('Email for the receipt').fill('cleo@example.com')
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await button(page, /^Pay /).click()
    await page.waitForURL('**/settings**')
    await sees(page, 'Thanks for your purchase! Total $2.49')
    expect(await page.evaluate(async () => (await fetch('/user/inventory')).json())).toEqual({
      counts: { gif_saves: 0, wild_cards: 25 },
    })
    expect(complaints).toEqual([])
  }, 60_000)
})
