import { expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { watchPlayerPages } from '../../player-page.js'
import { openRoom, type Sent } from '../room-page.js'
import { ME, OTHER } from '../room-state-data.js'

watchPlayerPages()

/** Longer than a button ignores presses at first. */
const SETTLED_MS = 1_000

test('Enter after "Blur both" goes to the chat, though the opponent stays ready', async () => {
  const { page, sent, says } = await openRoom({ reveal: { epoch: 1, ready: [OTHER], open: false } })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.waitForTimeout(SETTLED_MS)
  await button('Show myself').click()
  await eventually(() => expect(shows(sent('reveal'))).toHaveLength(1))
  says('reveal-state', { epoch: 1, ready: [ME, OTHER], open: true })
  await button('Blur both').click()
  says('reveal-state', { epoch: 2, ready: [OTHER], open: false })
  await button('Show myself').waitFor()
  await page.waitForTimeout(SETTLED_MS)
  await page.keyboard.press('Enter')
  const chat = page.getByRole('textbox', { name: 'Message' })
  await eventually(async () => expect(await chat.evaluate((field) => field === document.activeElement)).toBe(true))
  expect(shows(sent('reveal'))).toHaveLength(1)
})

const shows = (sent: readonly Sent[]) => sent.filter(({ data }) => data['show'] === true)

test('the keys that are named follow what they would do', async () => {
  const { page, says } = await openRoom({ reveal: { epoch: 1, ready: [], open: false } })
  await page.mouse.click(5, 5)
  await page.getByText('S show myself', { exact: true }).waitFor()
  await page.keyboard.press('s')
  says('reveal-state', { epoch: 1, ready: [ME, OTHER], open: true })
  await page.getByText('B blur both', { exact: true }).waitFor()
  expect(await page.getByText('S show myself', { exact: true }).count()).toBe(0)
})
