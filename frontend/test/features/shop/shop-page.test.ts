import { expect, test } from '@jest/globals'
import { CATALOGUE, type PurchaseVerification } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import { markOf } from '../../../src/entities/session/forget-player.js'
import { CART, CHECKOUT } from '../../../src/texts/shop.js'
import { account, openPlayer, watchPlayerPages } from '../player-page.js'

watchPlayerPages()

const [ITEM] = CATALOGUE.filter(({ id }) => id === 2)
const paid = (is: boolean): PurchaseVerification => ({ payment_status: is ? 'paid' : 'unpaid', amount_total: 299 })

/** The shop with a filled cart, from which a checkout was opened. */
async function openShop(found: { paid: boolean; away?: boolean }) {
  const opened = await openPlayer(({ method, path }) => {
    if (path === '/api/shop') return { body: { items: [{ ...ITEM, price: 2.99 }] } }
    if (path === '/checkout/verify' && found.away) return { status: 503, body: { error: 'Away.', code: 'UNAVAILABLE' } }
    if (path === '/checkout/verify') return { body: paid(found.paid) }
    if (method === 'POST' && path === '/checkout/create-session') return { body: { id: 'cs_2', url: 'about:blank' } }
    return undefined
  })
  const { page } = opened
  await page.addInitScript(
    (owner) => {
      localStorage.setItem('kla-player', owner)
      localStorage.setItem('kla-cart', JSON.stringify([{ itemId: 2, count: 1 }]))
      const checkout = { sessionId: 'cs_1', lines: [{ itemId: 2, count: 1 }], openedAtMs: Date.now() }
      localStorage.setItem('kla-checkout', JSON.stringify([checkout]))
    },
    markOf(account(7).discord_id ?? ''),
  )
  await opened.open('/shop')
  const asked = (call: string): number => opened.calls.filter((each) => each === call).length
  return { ...opened, asked, text: (words: string) => page.getByText(words, { exact: false }) }
}

test('takes out what was paid without coming back from the payment page', async () => {
  const { text, asked } = await openShop({ paid: true })
  await text(CART.paidEarlier).waitFor()
  await text(CART.empty).waitFor()
  expect(asked('GET /checkout/verify')).toBe(1)
})

test('asks once more before it opens another checkout, and opens none for what is paid meanwhile', async () => {
  const found = { paid: false }
  const { page, text, asked } = await openShop(found)
  await eventually(() => expect(asked('GET /checkout/verify')).toBe(1))
  found.paid = true
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await page.getByLabel(CHECKOUT.email).fill('a@example.org')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await text(CART.empty).waitFor()
  expect(asked('POST /checkout/create-session')).toBe(0)
  await page.getByRole('button', { name: /^Add/ }).click()
  await page.getByRole('button', { name: /^Checkout/ }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('opens no other checkout while no server says whether the last one is paid', async () => {
  const { page, text, asked } = await openShop({ paid: false, away: true })
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await page.getByLabel(CHECKOUT.email).fill('a@example.org')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await text(CHECKOUT.failed).waitFor()
  expect(asked('POST /checkout/create-session')).toBe(0)
})
