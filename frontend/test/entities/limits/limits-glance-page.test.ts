import { expect, test } from '@jest/globals'
import type { LimitsCard } from '@kla/proto/web'
import { account, openPlayer, watchPlayerPages } from '../../features/player-page.js'

watchPlayerPages()

test('offers to undo the cautious set only while nothing was chosen since', async () => {
  let card: LimitsCard = { limits: [] }
  const { page, open } = await openPlayer(({ method, path, body }) => {
    if (path === '/auth/user') return { body: account(7) }
    if (path !== '/user/limits') return undefined
    if (method === 'PUT') card = body as LimitsCard
    return { body: card }
  })
  await open('/ready')
  const glance = page.getByRole('region', { name: 'Set what you never want to see' })
  const undo = glance.getByRole('button', { name: 'Undo', exact: true })
  await glance.getByRole('button', { name: 'Use the cautious set' }).click()
  await undo.waitFor()
  await glance.getByRole('button', { name: 'Choose one by one' }).click()
  await glance.locator('summary').first().click()
  await glance.getByText('Never', { exact: true }).first().click()
  await glance.getByRole('button', { name: 'Save my limits' }).click()
  await undo.waitFor({ state: 'detached' })
  expect(card.limits.length).toBeGreaterThan(9)
})
