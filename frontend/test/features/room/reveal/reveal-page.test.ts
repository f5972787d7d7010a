import { expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import { watchPlayerPages } from '../../player-page.js'
import { openRoom } from '../room-page.js'
import { ME, OTHER } from '../room-state-data.js'

watchPlayerPages()

const opened = { epoch: 1, ready: [ME, OTHER], open: true }
/** Longer than a button ignores presses at first. */
const SETTLED_MS = 1_000

test('Enter after "Blur both" goes to the chat, though the opponent stays ready', async () => {
  const { page, sent, says } = await openRoom({ reveal: opened })
  await page.getByRole('button', { name: 'Blur both' }).click()
  says('reveal-state', { epoch: 2, ready: [OTHER], open: false })
  await page.getByRole('button', { name: 'Show myself' }).waitFor()
  await page.waitForTimeout(SETTLED_MS)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  const chat = page.getByRole('textbox', { name: 'Message' })
  await eventually(() => chat.evaluate((field) => field === document.activeElement))
  expect(sent('reveal').filter(({ data }) => data['show'] === true)).toEqual([])
})
