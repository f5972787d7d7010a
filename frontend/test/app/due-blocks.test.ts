import { expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { markOf } from '../../src/entities/session/forget-player.js'
import { account, openPlayer, watchPlayerPages } from '../features/player-page.js'

watchPlayerPages()

const KEY = `kla-due-blocks${markOf(account(7).discord_id ?? '')}`
const BLOCK = 'PUT /user/blocks/22'

test('a block that no server had answered is repeated by the next page until one does', async () => {
  let down = true
  const { page, open, calls, stored } = await openPlayer(({ path, method }) => {
    if (path === '/auth/user') return { body: account(7) }
    if (method === 'PUT' && down) return { status: 503, body: { error: 'Away.', code: 'UNAVAILABLE' } }
    return { body: { success: true } }
  })
  await page.addInitScript(([key]) => localStorage.getItem('seen') ?? localStorage.setItem(key!, '22'), [KEY])
  await open('/news')
  await eventually(() => calls.includes(BLOCK))
  expect(await stored()).toMatchObject({ [KEY]: '22' })
  await page.evaluate(() => localStorage.setItem('seen', '1'))
  down = false
  await open('/news')
  await eventually(() => calls.filter((call) => call === BLOCK).length > 1)
  await eventually(async () => !(KEY in (await stored())))
})
