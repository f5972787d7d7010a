import { expect, test } from '@jest/globals'
import { cup } from '../../entities/cup/cup-data.js'
import { openPlayer, pressTwice, watchPlayerPages } from '../player-page.js'

watchPlayerPages()

async function openCup() {
  let held = cup({
    starts_at: '2036-11-21T20:00:00.000Z',
    check_in_at: '2036-11-21T19:45:00.000Z',
    you: { entered: false, checked_in: false },
  })
  const opened = await openPlayer(({ method, path }) => {
    if (!path.startsWith('/api/cups/cup')) return undefined
    if (method !== 'GET') {
      held = { ...held, version: held.version + 1, you: { entered: method === 'POST', checked_in: false } }
    }
    return { body: held }
  })
  await opened.open('/cups/cup')
  const { page, calls } = opened
  const changes = () => calls.filter((call) => !call.startsWith('GET') && call.includes('/api/cups'))
  return { page, changes, button: (name: string) => page.getByRole('button', { name, exact: true }) }
}

test('a double press enters a cup, and does not withdraw', async () => {
  const { page, button, changes } = await openCup()
  await button('Enter the cup').waitFor()
  await pressTwice(page, button('Enter the cup'), () => button('Withdraw').waitFor())
  expect(changes()).toEqual(['POST /api/cups/cup/entry'])
  await button('Withdraw').click()
  await button('Enter the cup').waitFor()
  expect(changes()).toEqual(['POST /api/cups/cup/entry', 'DELETE /api/cups/cup/entry'])
})
