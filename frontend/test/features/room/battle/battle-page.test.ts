import { describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { watchPlayerPages } from '../../player-page.js'
import { openRoom } from '../room-page.js'
import { ME, OTHER, player } from '../room-state-data.js'

watchPlayerPages()

const DURATION_MS = 60_000
const timing = () => ({ deadline: Date.now() + DURATION_MS, durationMs: DURATION_MS })
const battlePlayers = [ME, OTHER]
const FORMER = 33

test('a return to a round, and a pause, take back what an earlier page reported of the call', async () => {
  const { sent, says } = await openRoom({ phase: 'prompt', round: 1, battlePlayers, ...timing() })
  const reports = () => sent('link-repair').map(({ data }) => data['repairing'])
  await eventually(() => expect(new Set(reports())).toEqual(new Set([false])))
  const atReturn = reports().length
  says('phase-paused', { round: 1, remainingMs: 5_000, until: Date.now() + 20_000 })
  await eventually(() => expect(reports().slice(atReturn)).toEqual([false]))
})

test.each([
  [[ME, OTHER], 'beaten'],
  [[ME, FORMER], null],
])('the result of %j shows an opponent as %s', async (players, status) => {
  const { page } = await openRoom({ phase: 'result', battlePlayers: players, winnerId: ME, ...timing() })
  const pane = page.getByRole('region', { name: 'Jonas' }).or(page.locator('[aria-label="Jonas"]')).first()
  expect(await pane.getAttribute('data-status')).toBe(status)
})

test('a page that returns to the vote can save what the player received', async () => {
  const receivedGifs = [1, 2].map((at) => ({ gifUrl: `/media/${at}.mp4`, thumbnail: '' }))
  const { page, sent } = await openRoom({ phase: 'vote', round: 2, battlePlayers, receivedGifs, ...timing() })
  const clips = page.getByRole('region', { name: 'GIFs you received' })
  await clips.getByRole('button').first().click()
  await eventually(() =>
    expect(sent('save-gif-received').map(({ data }) => data['receivedGif'])).toEqual(['/media/2.mp4']),
  )
})

test('says that the battle is late when nothing follows the end of a phase, until something does', async () => {
  const { page, says } = await openRoom({
    phase: 'show',
    round: 1,
    battlePlayers,
    deadline: Date.now() + 1_000,
    durationMs: DURATION_MS,
  })
  const late = page.getByText('The battle is late. We’re still here.')
  await late.waitFor()
  says('prompt-gif', { round: 2, ...timing() })
  await late.waitFor({ state: 'detached' })
})

test('the header of a small window breaks the round only between words', async () => {
  const players = [player(ME, 'Maya'), player(OTHER, 'Mellow Meadow 71')]
  const { page } = await openRoom({ phase: 'prompt', round: 1, battlePlayers, players, ...timing() })
  await page.setViewportSize({ width: 720, height: 450 })
  const round = page.getByText('Round 1 · Rush', { exact: true })
  const pieces = () =>
    round.evaluate((element) =>
      element.firstChild!.textContent!.split(' ').map((word) => {
        const range = document.createRange()
        const from = element.textContent!.indexOf(word)
        range.setStart(element.firstChild!, from)
        range.setEnd(element.firstChild!, from + word.length)
        return range.getClientRects().length
      }),
    )
  await eventually(async () => expect(await pieces()).toEqual([1, 1, 1, 1]))
})

describe('Finish', () => {
  async function openRound() {
    const room = await openRoom({ phase: 'prompt', round: 1, battlePlayers, ...timing() })
    const finish = room.page.getByRole('button', { name: 'Finish', exact: true })
    return { ...room, finish, open: finish.and(room.page.locator('[aria-disabled=false]')) }
  }

  test('takes a hold that goes on into the next round', async () => {
    const { page, open, finish, says, sent } = await openRound()
    await open.waitFor()
    await finish.hover()
    await page.mouse.down()
    says('show-gif', { round: 1, ...timing() })
    says('prompt-gif', { round: 2, ...timing() })
    await eventually(() => expect(sent('user-finishes')).toHaveLength(1))
  })

  test('takes no press at the beginning of the next battle, nor after a return to this one', async () => {
    const { open, finish, says, loseConnection } = await openRound()
    const isClosed = () => finish.and(finish.page().locator('[aria-disabled=true]')).waitFor()
    await isClosed()
    await open.waitFor()
    await loseConnection()
    await isClosed()
    await open.waitFor()
    says('end-game', { ...timing(), reason: 'finished', finishedBy: null })
    says('winner-confirmed', { winnerId: ME, ...timing() })
    says('prompt-gif', { round: 1, ...timing() })
    await isClosed()
    await open.waitFor()
  })
})
