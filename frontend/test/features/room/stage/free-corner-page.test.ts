import { expect, test } from '@jest/globals'
import type { PlayerEntry, RoomStateData } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import { watchPlayerPages } from '../../player-page.js'
import { openRoom } from '../room-page.js'
import { both } from '../room-state-data.js'

watchPlayerPages()

const [me, opponent] = both as [PlayerEntry, PlayerEntry]

/** A room whose opponent leaves before a battle. */
async function leftAlone(room: Partial<RoomStateData>) {
  const { page, says } = await openRoom(room)
  const status = page
    .getByRole('region', { name: /^(Opponent|Jonas)$/ })
    .getByRole('status')
    .first()
  // The mark shows whether the announcement changes an element that was there before.
  await status.evaluate((element) => element.setAttribute('data-there', ''))
  says('room-user-list', { players: [me], judges: [] })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    page,
    button,
    announces: (text: string) =>
      eventually(async () =>
        expect([await status.textContent(), await status.getAttribute('data-there')]).toEqual([text, '']),
      ),
  }
}

test('announces that an opponent never came to a match, and offers the next', async () => {
  const awaited = { ...opponent, connected: false }
  const { page, button, announces } = await leftAlone({ origin: 'match', players: [me, awaited] })
  await announces("Jonas didn't come.")
  await page.getByRole('heading', { name: "Your opponent isn't here" }).waitFor()
  await page.getByText('Press Next to find another opponent.').waitFor()
  expect(await button('Next').first().isVisible()).toBe(true)
  expect(await button('Ready Up').count()).toBe(0)
})

test('announces that an opponent has left a cup tie, which the cup decides', async () => {
  const tie = { cupId: 'c1', tieId: 't1', cupName: 'Friday Cup' }
  const { page, button, announces } = await leftAlone({ origin: 'tie', tie })
  await announces('Jonas has left.')
  await page.getByText('Stay in this room').waitFor()
  expect(await button('Ready Up').count()).toBe(0)
})

test('announces that a room of the lobby waits for an opponent again', async () => {
  const { page, button, announces } = await leftAlone({ origin: 'lobby' })
  await announces('Waiting for an opponent.')
  await page.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor()
  expect(await button('Ready Up').count()).toBe(1)
})

test('keeps Ready Up while the opponent is on the way', async () => {
  const awaited = { ...opponent, connected: false }
  const { page } = await openRoom({ origin: 'match', players: [me, awaited] })
  await page.getByText('Jonas is on the way.').waitFor()
  await page.getByRole('button', { name: 'Ready Up', exact: true }).waitFor()
})
