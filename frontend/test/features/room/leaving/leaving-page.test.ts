import { expect, test } from '@jest/globals'
import type { StartPeersData } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import { type PlayerAnswer, watchPlayerPages } from '../../player-page.js'
import { openRoom, refusal } from '../room-page.js'
import { OTHER } from '../room-state-data.js'

watchPlayerPages()

const PEERS: StartPeersData = {
  peers: [{ socketId: `s${OTHER}`, id: OTHER }],
  polite: false,
  iceServers: [],
  iceTransportPolicy: 'all',
}
const FAILED: PlayerAnswer = { status: 503, body: { error: 'Not now.', code: 'UNAVAILABLE' } }

async function openCall() {
  const blocks: PlayerAnswer[] = []
  const room = await openRoom({ startPeers: PEERS }, ({ method, path }) => {
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

test('repeats a block until it is answered, without media', async () => {
  const { page, answers, blocks, button, stillLeaving, confirm, callsBegun, sent, lobby } = await openCall()
  answers.set('leave-and-block', refusal('UNAVAILABLE'))
  await button('Block Jonas').click()
  await confirm('Block and leave')
  await stillLeaving.waitFor()
  blocks.push(FAILED)
  answers.set('leave-and-block', refusal('NOT_SEATED'))
  await page.getByText('Not now.').waitFor()
  expect(await callsBegun()).toBe(1)
  await lobby.waitFor()
  await page.getByText('Jonas is blocked').waitFor()
  expect(sent('leave-and-block').length).toBeGreaterThan(1)
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
