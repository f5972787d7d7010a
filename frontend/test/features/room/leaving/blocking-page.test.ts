import { expect, test } from '@jest/globals'
import { markOf } from '../../../../src/entities/session/forget-player.js'
import { account, watchPlayerPages } from '../../player-page.js'
import { refusal } from '../room-page.js'
import { ME, OTHER } from '../room-state-data.js'
import { FAILED, openCall, PAST_REPEAT_MS, SLOWLY_MS } from './call-page.js'

watchPlayerPages()

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

test('keeps a block that the panic exit has yet to deliver, though the first try has ended', async () => {
  const { page, answers, button, stillLeaving, confirm, stored } = await openCall()
  answers.set('leave-and-block', refusal('UNAVAILABLE'))
  await button('Block Jonas').click()
  await confirm('Block and leave')
  await stillLeaving.waitFor()
  answers.set('leave-and-block', null)
  const corner = (await button('Get out').boundingBox())!
  await page.mouse.click(corner.x + corner.width / 2, corner.y + corner.height / 2)
  await page.getByRole('heading', { name: "You've left." }).waitFor()
  await page.waitForTimeout(PAST_REPEAT_MS)
  expect(await stored()).toMatchObject({ [`kla-due-blocks${markOf(account(ME).discord_id ?? '')}`]: String(OTHER) })
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
