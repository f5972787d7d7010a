import { expect, test } from '@jest/globals'
import type { SavedGifs } from '@kla/proto/web'
import { watchPlayerPages } from '../../player-page.js'
import { openRoom, refusal } from '../room-page.js'
import { ME, OTHER } from '../room-state-data.js'

watchPlayerPages()

const DURATION_MS = 60_000
const timing = () => ({ deadline: Date.now() + DURATION_MS, durationMs: DURATION_MS })
const options = [1, 2, 3].map((index) => ({ index, gifUrl: `/media/${index}.mp4`, thumbnail: '' }))
const saved: SavedGifs = [1, 2].map((id) => ({ id, gif_url: `/media/saved-${id}.mp4`, thumbnail: '' }))

async function openPrompt() {
  const room = await openRoom(
    { phase: 'prompt', round: 1, options, battlePlayers: [ME, OTHER], ...timing() },
    ({ path }) => {
      if (path === '/user/inventory') return { body: { counts: { gif_saves: 0, wild_cards: 3 } } }
      if (path === '/user/wild_cards') return { body: saved }
      return undefined
    },
  )
  const { page } = room
  return {
    ...room,
    tray: page.getByRole('list', { name: 'Saved GIFs' }),
    hand: page.getByRole('button', { name: 'GIF 1', exact: true }),
    async openTray() {
      await page.getByRole('button', { name: 'Wild Card' }).waitFor()
      await page.keyboard.press('w')
    },
  }
}

test('is closed in the first round of the next battle', async () => {
  const { page, tray, openTray, says, sent } = await openPrompt()
  await openTray()
  await tray.waitFor()
  says('show-gif', { round: 1, ...timing() })
  await tray.waitFor({ state: 'detached' })
  says('end-game', { ...timing(), reason: 'finished', finishedBy: null })
  says('winner-confirmed', { winnerId: ME, ...timing() })
  says('prompt-gif', { round: 1, ...timing() })
  says('gif-options', { round: 1, options })
  await page.getByRole('button', { name: 'Wild Card' }).waitFor()
  expect(await tray.count()).toBe(0)
  await page.keyboard.press('2')
  expect(sent('wild-card-choice')).toEqual([])
})

test('plays no saved GIF by a number key at once', async () => {
  const { page, tray, openTray, sent } = await openPrompt()
  await openTray()
  await tray.waitFor()
  await page.keyboard.press('2')
  await page.waitForTimeout(700)
  expect(sent('wild-card-choice')).toEqual([])
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Wild Card played' }).waitFor()
  expect(sent('wild-card-choice').map(({ data }) => data['gifUrl'])).toEqual(['/media/saved-2.mp4'])
})

test('shows the Wild Card that comes back when the battle ends before it is shown', async () => {
  const { page, answers, tray, openTray, says } = await openPrompt()
  answers.set('wild-card-choice', { success: true, remainingWildCards: 2 })
  await openTray()
  await tray.waitFor()
  await page.waitForTimeout(700)
  await page.keyboard.press('2')
  await page
    .getByRole('button')
    .filter({ hasText: /Wild Card played\s*2/ })
    .waitFor()
  says('end-game', { ...timing(), reason: 'finished', finishedBy: null })
  says('winner-confirmed', { winnerId: ME, ...timing() })
  says('prompt-gif', { round: 1, ...timing() })
  says('gif-options', { round: 1, options })
  await page
    .getByRole('button')
    .filter({ hasText: /Wild Card\s*3/ })
    .waitFor()
})

test('stays open when its Wild Card is refused', async () => {
  const { page, answers, tray, openTray, sent } = await openPrompt()
  answers.set('wild-card-choice', refusal('UNAVAILABLE'))
  await openTray()
  await tray.waitFor()
  await page.waitForTimeout(700)
  await page.keyboard.press('2')
  await page.getByText('Refused: UNAVAILABLE').waitFor()
  await tray.waitFor()
  expect(sent('wild-card-choice')).toHaveLength(1)
})
