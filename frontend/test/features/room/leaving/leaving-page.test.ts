import { describe, expect, test } from '@jest/globals'
import type { RoomStateData, StartPeersData } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import { type PlayerAnswer, watchPlayerPages } from '../../player-page.js'
import { openRoom, refusal } from '../room-page.js'
import { ME, OTHER } from '../room-state-data.js'

watchPlayerPages()

const PEERS: StartPeersData = {
  peers: [{ socketId: `s${OTHER}`, id: OTHER }],
  polite: false,
  iceServers: [],
  iceTransportPolicy: 'all',
}
const FAILED: PlayerAnswer = { status: 503, body: { error: 'Not now.', code: 'UNAVAILABLE' } }

async function openCall(state: Partial<RoomStateData> = {}) {
  const blocks: PlayerAnswer[] = []
  const room = await openRoom({ startPeers: PEERS, ...state }, ({ method, path }) => {
    if (path === '/report') return { body: { success: true } }
    if (method === 'PUT' && path === `/user/blocks/${OTHER}`) return blocks.shift() ?? {}
    return undefined
  })
  const { page, callsBegun } = room
  await eventually(async () => expect(await callsBegun()).toBe(1))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    ...room,
    blocks,
    button,
    stillLeaving: page.getByRole('dialog', { name: 'You’re still leaving' }),
    lobby: page.getByRole('heading', { name: 'Find your opponent' }),
    inRoom: page.getByRole('textbox', { name: 'Message' }),
    /** Sends what the room cannot draw. */
    async breakRoom() {
      room.says('ready-changed', { ready: null })
      await page.getByRole('heading', { name: 'Something broke in this room' }).waitFor()
    },
    /** Presses what is deliberately slow to take a press. */
    async confirm(name: string) {
      await page.locator('button:not([aria-disabled="true"])', { hasText: name }).click()
    },
  }
}

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

/** Longer than the time of a double press, and of a repeat. */
const SLOWLY_MS = 800
const PAST_REPEAT_MS = 3_000

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

test('says that no one is blocked once the player stays', async () => {
  const { page, answers, button, stillLeaving, confirm, inRoom } = await openCall()
  answers.set('leave-and-block', refusal('RATE_LIMITED'))
  await button('Block Jonas').click()
  await confirm('Block and leave')
  await stillLeaving.waitFor()
  await confirm('Stay in the room')
  await page.getByText('Jonas isn’t blocked').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await inRoom.isVisible()).toBe(true)
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

test('repeats a block outside of the room once the seat is gone', async () => {
  const { page, answers, blocks, button, stillLeaving, confirm, sent, lobby } = await openCall()
  answers.set('leave-and-block', refusal('UNAVAILABLE'))
  await button('Block Jonas').click()
  await confirm('Block and leave')
  await stillLeaving.waitFor()
  blocks.push(FAILED, FAILED)
  answers.set('leave-and-block', refusal('NOT_SEATED'))
  await page.getByText('Jonas isn’t blocked yet').waitFor()
  expect(await lobby.isVisible()).toBe(true)
  await page.getByText('Jonas is blocked').waitFor()
  expect(await page.getByText('Jonas isn’t blocked yet').count()).toBe(0)
  expect(sent('leave-and-block').length).toBeGreaterThan(1)
})

test.each([
  { onward: 'Block and find the next', answered: 'is answered', failures: 0, searches: 1 },
  { onward: 'Block and find the next', answered: 'is not answered at once', failures: 1, searches: 0 },
])('leads to $searches searches if the block outside of the room $answered', async ({ onward, failures, searches }) => {
  const { page, answers, blocks, button, stillLeaving, confirm, calls, sent, inRoom } = await openCall({
    origin: 'match',
  })
  blocks.push(...Array.from({ length: failures }, () => FAILED))
  answers.set('leave-and-block', { success: true, blockedId: null, incident: null })
  await button('Block Jonas').click()
  await confirm(onward)
  await page.getByText('Jonas is blocked').waitFor()
  expect([await inRoom.count(), await stillLeaving.count()]).toEqual([0, 0])
  expect(calls.filter((call) => call === `PUT /user/blocks/${OTHER}`)).toHaveLength(failures + 1)
  await page.waitForTimeout(SLOWLY_MS)
  expect(sent('find-match')).toHaveLength(searches)
})

test('says why a block outside of the room is refused, and repeats it no more', async () => {
  const { page, answers, blocks, button, confirm, calls, lobby } = await openCall()
  blocks.push({ status: 409, body: { error: 'Your list is full.', code: 'TOO_MANY' } })
  answers.set('leave-and-block', { success: true, blockedId: null, incident: null })
  await button('Block Jonas').click()
  await confirm('Block and leave')
  await page.getByText('Your list is full.').waitFor()
  await lobby.waitFor()
  await page.waitForTimeout(PAST_REPEAT_MS)
  expect(calls.filter((call) => call === `PUT /user/blocks/${OTHER}`)).toHaveLength(1)
})

test('keeps the report dialog when the block fails', async () => {
  const { page, answers, button, stillLeaving, confirm, callsBegun, lobby } = await openCall()
  answers.set('leave-and-block', refusal('RATE_LIMITED'))
  await button('Report Jonas').click()
  const dialog = page.getByRole('dialog', { name: 'Report Jonas' })
  await dialog.getByRole('textbox').fill('He filmed me.')
  await dialog.getByRole('checkbox', { name: 'Also block Jonas' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await stillLeaving.getByText('Refused: RATE_LIMITED').waitFor()
  expect(await callsBegun()).toBe(1)
  await confirm('Stay in the room')
  await dialog.getByText('We have your report, but Jonas isn’t blocked').waitFor()
  answers.set('leave-and-block', { success: true, blockedId: OTHER, incident: null })
  await confirm('Block and leave')
  await lobby.waitFor()
})
