import { expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { openPlayer, watchPlayerPages } from '../player-page.js'

watchPlayerPages()

test('an error of the form goes once its field is changed, and not before', async () => {
  const { page, open } = await openPlayer()
  await open('/gameroom')
  const form = page.getByRole('region', { name: 'Create Room' })
  await form.getByRole('button', { name: 'Create Room', exact: true }).click()
  const error = form.getByText('Room name is required.')
  await error.waitFor()
  await form.getByRole('checkbox', { name: 'Require a passcode' }).check({ force: true })
  expect(await error.isVisible()).toBe(true)
  await form.getByLabel('Room name').fill('A')
  await error.waitFor({ state: 'detached' })
})

test('shows what is chosen in forced colours, too', async () => {
  const { page, open } = await openPlayer()
  await page.emulateMedia({ forcedColors: 'active' })
  await open('/gameroom')
  const form = page.getByRole('region', { name: 'Create Room' })
  const outlineOf = (mode: string) =>
    form.locator('label', { hasText: mode }).evaluate((label) => getComputedStyle(label).outlineStyle)
  await eventually(async () => expect(await outlineOf('Rush')).toBe('solid'))
  await eventually(async () => expect(await outlineOf('Stamina')).toBe('none'))
  const here = page.getByRole('navigation').getByRole('link', { name: 'Battle' })
  expect(await here.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid')
})

test('shows a refused name at its field, which gets the focus, and another refusal as a toast', async () => {
  const { page, open } = await openPlayer()
  let code = ''
  await page.routeWebSocket(/\/realtime/, (socket) =>
    socket.onMessage((text) => {
      const { event, ack } = JSON.parse(String(text)) as { event: string; ack?: number }
      const data = event === 'create-room' ? { success: false, code, error: `Refused: ${code}` } : { success: true }
      if (ack !== undefined) socket.send(JSON.stringify({ ack, data }))
    }),
  )
  await open('/gameroom')
  const form = page.getByRole('region', { name: 'Create Room' })
  const name = form.getByLabel('Room name')
  const ready = page.getByRole('dialog').getByRole('button', { name: 'Create room', exact: true })
  for (code of ['ROOM_NAME_CONTACT', 'NAME_OFFENSIVE', 'UNAVAILABLE']) {
    await name.fill('Call 5550143')
    await form.getByRole('button', { name: 'Create Room', exact: true }).click()
    // Only the first room shows the screen.
    if (code === 'ROOM_NAME_CONTACT') await ready.click()
    await page.getByText(`Refused: ${code}`).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const said = form.getByText(`Refused: ${code}`)
    const ofName = code !== 'UNAVAILABLE'
    expect(await said.count()).toBe(ofName ? 1 : 0)
    expect(await name.getAttribute('aria-invalid')).toBe(ofName ? 'true' : null)
    if (!ofName) continue
    await eventually(async () => expect(await name.evaluate((field) => field === document.activeElement)).toBe(true))
    await name.fill('Late evening')
    await said.waitFor({ state: 'detached' })
  }
})
