import { expect, test } from '@jest/globals'
import { account, openPlayer, watchPlayerPages } from '../player-page.js'

watchPlayerPages()

test('an error of the form goes once its field is changed, and not before', async () => {
  const { page, open } = await openPlayer(({ path }) => (path === '/auth/user' ? { body: account(7) } : undefined))
  await open('/gameroom')
  const form = page.getByRole('region', { name: 'Create Room' })
  await form.getByRole('button', { name: 'Create Room', exact: true }).click()
  const error = form.getByText('Room name is required.')
  await error.waitFor()
  await form.getByRole('checkbox', { name: 'Require a passcode' }).check({ force: true })
  expect(await error.isVisible()).toBe(true)
  await form.getByLabel('Room name').fill('A')
  await error.waitFor({ state: 'detached' })
})
