import { expect, test } from '@jest/globals'
import type { ClientFrame } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import { openPlayer, watchPlayerPages } from '../player-page.js'

watchPlayerPages()

const ROOM_ID = 'room-1'
const GONE = { success: false, code: 'ROOM_NOT_FOUND', error: 'That room is gone.' }

/** Lobby of a player who has a seat in another browser. Requests to join are counted and refused. */
async function openLobby(seat: { veiled?: boolean }) {
  const { page, open } = await openPlayer()
  const joins: unknown[] = []
  await page.routeWebSocket(/.*/, (socket) => {
    const send = (frame: object) => socket.send(JSON.stringify(frame))
    socket.onMessage((text) => {
      const { event, data, ack } = JSON.parse(String(text)) as ClientFrame
      if (event === 'join-room') joins.push(data)
      if (ack !== undefined) send({ ack, data: event === 'join-room' ? GONE : { success: true } })
      if (event !== 'request-room-list') return
      send({ event: 'public-room-list', data: { rooms: [] } })
      send({ event: 'seated-elsewhere', data: { roomId: ROOM_ID, name: 'Late night', ...seat } })
    })
  })
  await page.addInitScript(() => localStorage.setItem('kla-ready', 'skipped'))
  await open('/gameroom')
  const press = (name: string) =>
    page.getByRole('button', { name, exact: true }).and(page.locator(':not([aria-disabled=true])')).click()
  return { page, joins, press }
}

test.each([{ veiled: false }, {}])('warns before it goes to a room that may not be blurred: %j', async (seat) => {
  const { page, joins, press } = await openLobby(seat)
  const warning = page.getByRole('dialog', { name: "This room isn't blurred" })
  await press('Go to my room')
  await warning.waitFor()
  await page.getByRole('button', { name: 'Not now', exact: true }).click()
  await warning.waitFor({ state: 'detached' })
  expect(joins).toEqual([])
  await press('Go to my room')
  await press('Join with video')
  await eventually(() => expect(joins).toEqual([{ roomId: ROOM_ID, passcode: null, role: 'player' }]))
})

test('keeps the focus while it asks whether to leave', async () => {
  const { page } = await openLobby({ veiled: true })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.getByRole('button', { name: 'Leave it' }).click()
  await page.getByText('Leave this room?').waitFor()
  expect(await focused()).toBe('Stay')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Go to my room' }).waitFor()
  expect(await focused()).toBe('Leave it')
})

test('goes to a blurred room at once', async () => {
  const { joins, press } = await openLobby({ veiled: true })
  await press('Go to my room')
  await eventually(() => expect(joins).toEqual([expect.objectContaining({ roomId: ROOM_ID, veiledOnly: true })]))
})
