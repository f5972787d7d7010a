import { describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { watchPlayerPages } from '../../player-page.js'
import { refusal } from '../room-page.js'
import { ME, OTHER } from '../room-state-data.js'
import { openCall, PAST_REPEAT_MS, PEERS, SLOWLY_MS } from './call-page.js'

watchPlayerPages()

test('does not reconnect media after an unanswered leave, until its player stays', async () => {
  const { answers, button, stillLeaving, says, callsBegun, sent, confirm } = await openCall()
  answers.set('leave-room', refusal('UNAVAILABLE'))
  await button('Leave Room').click()
  await stillLeaving.waitFor()
  says('start-peers', PEERS)
  await eventually(() => expect(sent('leave-room').length).toBeGreaterThan(1))
  expect(await callsBegun()).toBe(1)
  await confirm('Stay in the room')
  await stillLeaving.waitFor({ state: 'detached' })
  await eventually(async () => expect(await callsBegun()).toBe(2))
})

test('repeats the leave on the next connection', async () => {
  const { answers, button, stillLeaving, loseConnection, callsBegun, sent, lobby } = await openCall()
  answers.set('leave-room', refusal('UNAVAILABLE'))
  await button('Leave Room').click()
  await stillLeaving.waitFor()
  answers.set('leave-room', null)
  await loseConnection()
  await eventually(() => expect(sent('leave-room').length).toBeGreaterThan(1), 10_000)
  expect(await callsBegun()).toBe(1)
  expect(await stillLeaving.isVisible()).toBe(true)
  answers.set('leave-room', { success: true })
  await loseConnection()
  await lobby.waitFor()
})

test('leads a reload during an unanswered leave to the lobby', async () => {
  const { page, answers, button, stillLeaving, lobby } = await openCall()
  answers.set('leave-room', refusal('UNAVAILABLE'))
  await button('Leave Room').click()
  await stillLeaving.waitFor()
  await page.reload()
  await lobby.waitFor()
})

test('stays open for any number of slow Escapes while the leave repeats', async () => {
  const { page, answers, button, stillLeaving, confirm } = await openCall()
  answers.set('leave-room', refusal('UNAVAILABLE'))
  await button('Leave Room').click()
  await stillLeaving.waitFor()
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(SLOWLY_MS)
    expect(await stillLeaving.isVisible()).toBe(true)
  }
  await confirm('Stay in the room')
  await stillLeaving.waitFor({ state: 'detached' })
})

test('asks no more for the next opponent once its player stays', async () => {
  const { page, answers, button, stillLeaving, confirm } = await openCall({
    origin: 'match',
    phase: 'prompt',
    round: 1,
    battlePlayers: [ME, OTHER],
    deadline: Date.now() + 60_000,
    durationMs: 60_000,
  })
  answers.set('leave-room', refusal('UNAVAILABLE'))
  await button('Next').click()
  await confirm('Leave and find the next')
  await stillLeaving.waitFor()
  await confirm('Stay in the room')
  await page.getByRole('dialog').first().waitFor({ state: 'detached' })
})

describe('in a broken room', () => {
  test('a leave that repeats ends with the panic exit', async () => {
    const { page, answers, breakRoom, button, lobby } = await openCall()
    await breakRoom()
    answers.set('leave-room', refusal('UNAVAILABLE'))
    await button('Leave Room').click()
    await page.getByText('Refused: UNAVAILABLE').waitFor()
    answers.set('leave-room', refusal('NOT_SEATED'))
    await button('Get out').click()
    const exitPage = page.getByRole('heading', { name: "You've left." })
    await exitPage.waitFor()
    await page.waitForTimeout(PAST_REPEAT_MS)
    expect([await exitPage.isVisible(), await lobby.count()]).toEqual([true, 0])
  })

  test('the way back leads to the room after an unanswered leave', async () => {
    const { page, answers, breakRoom, button, inRoom } = await openCall()
    await breakRoom()
    answers.set('leave-room', refusal('UNAVAILABLE'))
    await button('Leave Room').click()
    await page.getByText('Refused: UNAVAILABLE').waitFor()
    await button('Come back to the room').click()
    await inRoom.waitFor()
  })

  test('shows no reason of a leave that the break has ended', async () => {
    const { page, answers, breakRoom, button, stillLeaving } = await openCall()
    answers.set('leave-room', refusal('UNAVAILABLE'))
    await button('Leave Room').click()
    await stillLeaving.waitFor()
    await breakRoom()
    await page.getByText('Refused: UNAVAILABLE').waitFor({ state: 'detached' })
  })
})
