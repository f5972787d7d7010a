import { expect, test } from '@jest/globals'
import type { SavedGifs } from '@kla/proto/web'
import { openPlayer, watchPlayerPages } from '../player-page.js'

watchPlayerPages()

const saved: SavedGifs = [1, 2].map((id) => ({
  id,
  gif_url: `/media/${id}.mp4`,
  thumbnail: '',
  saved_at: '2026-11-28T12:00:00.000Z',
}))

test('deletes a GIF only by a deliberate press, which a double click on its button is not', async () => {
  const { page, calls, open } = await openPlayer(({ path }) => {
    if (path === '/user/saved_gifs') return { body: saved }
    if (path === '/user/inventory') return { body: { counts: { gif_saves: 1, wild_cards: 0 } } }
    return path.endsWith('/hide') ? {} : undefined
  })
  const deletions = () => calls.filter((call) => call.startsWith('PUT'))
  await open('/giflibrary')
  await page.getByRole('button', { name: 'Delete GIF 1 of 2' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true })
  await confirm.dispatchEvent('click')
  await page.waitForTimeout(100)
  expect(deletions()).toEqual([])
  await confirm.and(page.locator(':not([aria-disabled="true"])')).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(deletions()).toEqual(['PUT /user/saved_gifs/1/hide'])
})
