import { expect, test } from '@jest/globals'
import { watchPlayerPages } from '../../player-page.js'
import { openRoom, refusal } from '../room-page.js'

watchPlayerPages()

async function openChat() {
  const room = await openRoom({ reveal: { epoch: 1, ready: [], open: false } })
  const { page } = room
  const button = (name: string) => page.getByRole('button', { name })
  return {
    ...room,
    button,
    field: page.getByRole('textbox', { name: 'Message' }),
    unsent: page.getByRole('list', { name: 'Messages not sent' }).locator('li'),
    /** Fails if a shortcut of the room has acted. */
    async isUntouched() {
      await button('Mute the microphone').waitFor()
      await button('Turn the camera off').waitFor()
      expect(room.sent('reveal')).toEqual([])
    },
  }
}

test('asks about contact details above the field, which keeps focus and text', async () => {
  const { page, field, unsent, button, answers, sent, isUntouched } = await openChat()
  answers.set('send-message', refusal('CONTACT_ASK'))
  await field.pressSequentially('snap wild_cat99')
  await page.keyboard.press('Enter')
  await unsent.getByText('Sharing contact details').waitFor()
  await page.keyboard.type('msv')
  expect(await field.inputValue()).toBe('msv')
  await isUntouched()

  answers.delete('send-message')
  await button('Send it hidden').click()
  await unsent.waitFor({ state: 'detached' })
  expect(sent('send-message').map(({ data }) => data['message'])).toEqual(['snap wild_cat99', 'snap wild_cat99'])
  await page.keyboard.type('!')
  expect(await field.inputValue()).toBe('msv!')
  await isUntouched()
})

test('stays as high, and shows the newest line, whatever it has to ask', async () => {
  const { page, field, unsent, answers, says } = await openChat()
  await page.setViewportSize({ width: 1440, height: 900 })
  const chat = page.getByRole('region', { name: 'Room Chat' })
  const height = async () => (await chat.boundingBox())!.height
  const before = await height()
  for (const index of [1, 2, 3]) says('receive-message', { username: 'Jonas', message: `line ${index}` })
  answers.set('send-message', refusal('CONTACT_ASK'))
  for (const message of ['snap wild_cat99', 'or telegram @wild_cat99']) {
    await field.fill(message)
    await page.keyboard.press('Enter')
  }
  await unsent.getByText('Sharing contact details').nth(1).waitFor()
  expect(await height()).toBe(before)
  expect(await page.getByText('line 3').isVisible()).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
})

test('keeps a refused message beside what was typed meanwhile, to resend or discard', async () => {
  const { page, field, unsent, button, answers, sent } = await openChat()
  answers.set('send-message', refusal('RATE_LIMITED'))
  await field.fill('hello')
  await button('Send').click()
  await page.keyboard.type('next')
  await unsent.getByText('hello').waitFor()
  expect(await field.inputValue()).toBe('next')
  await button('Try again').click()
  await unsent.getByRole('button', { name: 'Discard' }).click()
  await unsent.waitFor({ state: 'detached' })
  expect(sent('send-message').map(({ data }) => data['message'])).toEqual(['hello', 'hello'])
  expect(await field.inputValue()).toBe('next')
})

test('takes letters for shortcuts only a while after a dialog closed over its text', async () => {
  const { page, button, isUntouched } = await openChat()
  await button('Report Jonas').first().click()
  await page.getByRole('dialog').getByRole('textbox').pressSequentially('He sa')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.type('vmsw')
  await isUntouched()
  await page.waitForTimeout(1_100)
  await page.keyboard.press('m')
  await button('Unmute the microphone').waitFor()
})
