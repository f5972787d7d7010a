import { describe, expect, test } from '@jest/globals'
import { ACTS, type ActToken, type Limit, type LimitsCard } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import { openPlayer, watchPlayerPages } from '../../features/player-page.js'

watchPlayerPages()

const [FIRST, SECOND, THIRD] = ACTS.map(({ token }) => token) as [ActToken, ActToken, ActToken]
const cardOf = (limits: Partial<Record<ActToken, Limit>>): LimitsCard => ({
  limits: Object.entries(limits).map(([act, limit]) => ({ act: act as ActToken, limit })),
})

/** A page with the limits card, which other devices may change. */
async function openLimits(path: string) {
  let card = cardOf({})
  const { page, open } = await openPlayer(({ method, path: called, body }) => {
    if (called !== '/user/limits') return undefined
    if (method === 'PUT') card = body as LimitsCard
    return { body: card }
  })
  await open(path)
  const group = page.locator('details').filter({ has: page.locator(`input[name="limit-${FIRST}"]`) })
  return {
    page,
    group,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    choose: (act: ActToken, label: string) =>
      page
        .locator('fieldset')
        .filter({ has: page.locator(`input[name="limit-${act}"]`) })
        .getByText(label)
        .click(),
    chosen: (act: ActToken, at: number) => page.locator(`input[name="limit-${act}"]`).nth(at).isChecked(),
    card: () =>
      card.limits.toSorted(
        (one, other) =>
          ACTS.findIndex(({ token }) => token === one.act) - ACTS.findIndex(({ token }) => token === other.act),
      ),
    elsewhere: (limits: Partial<Record<ActToken, Limit>>) => {
      card = cardOf(limits)
    },
  }
}

test('offers to undo the cautious set only while nothing was chosen since', async () => {
  const { page, card } = await openLimits('/ready')
  const glance = page.getByRole('region', { name: 'Set what you never want to see' })
  const undo = glance.getByRole('button', { name: 'Undo', exact: true })
  await glance.getByRole('button', { name: 'Use the cautious set' }).click()
  await undo.waitFor()
  await glance.getByRole('button', { name: 'Choose one by one' }).click()
  await glance.locator('summary').first().click()
  await glance.getByText('Never', { exact: true }).first().click()
  await glance.getByRole('button', { name: 'Save my limits' }).click()
  await undo.waitFor({ state: 'detached' })
  expect(card().length).toBeGreaterThan(9)
})

test('undoes the cautious set, but nothing that another device has set', async () => {
  const { button, card, elsewhere } = await openLimits('/ready')
  await button('Use the cautious set').waitFor()
  elsewhere({ [FIRST]: 'no' })
  await button('Use the cautious set').click()
  await button('Undo').click()
  await eventually(() => expect(card()).toEqual([{ act: FIRST, limit: 'no' }]))
})

test('keeps what is chosen while the card is saved, and the groups open', async () => {
  const { page, group, button, choose, chosen, card } = await openLimits('/ready')
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/user/limits', async (route) => {
    if (route.request().method() === 'PUT') await answered
    await route.fallback()
  })
  await button('Choose one by one').click()
  await group.locator('summary').click()
  await choose(FIRST, 'Never')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await button('Save my limits').click()
  await sent
  await choose(SECOND, 'Never')
  answer()
  await eventually(() => expect(card()).toEqual([{ act: FIRST, limit: 'no' }]))
  await page.getByText('Saved: 1 never').first().waitFor()
  expect(await group.getAttribute('open')).not.toBeNull()
  expect(await chosen(SECOND, 2)).toBe(true)
  await button('Save my limits').click()
  await page.getByText('Saved: 2 never').first().waitFor()
  expect(card()).toEqual([FIRST, SECOND].map((act) => ({ act, limit: 'no' })))
})

describe('a card that another device has changed', () => {
  test('keeps that change when another act is saved here, and the stricter limit of the same act', async () => {
    const { page, group, button, choose, chosen, card, elsewhere } = await openLimits('/settings#limits')
    await group.locator('summary').click()
    elsewhere({ [FIRST]: 'no', [THIRD]: 'no' })
    await choose(SECOND, 'Never')
    await choose(THIRD, 'Rather not')
    await button('Save my limits').click()
    await page.getByText('Saved: 3 never').waitFor()
    expect(card()).toEqual([FIRST, SECOND, THIRD].map((act) => ({ act, limit: 'no' })))
    await choose(THIRD, 'Rather not')
    await button('Save my limits').click()
    await page.getByText('Saved: 2 never, 1 rather not').waitFor()
    expect(await chosen(THIRD, 1)).toBe(true)
  })

  test('is read again when the player comes back, and keeps what was chosen', async () => {
    const { page, group, choose, chosen, elsewhere } = await openLimits('/settings#limits')
    await group.locator('summary').click()
    await choose(SECOND, 'Rather not')
    elsewhere({ [FIRST]: 'no' })
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await eventually(async () => expect(await chosen(FIRST, 2)).toBe(true))
    expect(await chosen(SECOND, 1)).toBe(true)
    await page.getByText('Not saved yet', { exact: true }).waitFor()
  })
})
