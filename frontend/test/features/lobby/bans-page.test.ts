import { expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import type { Locator } from 'playwright-core'
import { openPlayer, watchPlayerPages } from '../player-page.js'

watchPlayerPages()

type Ban = { id: number; scope: string; reason: string; banned_at: string; expires_at: null }
const ban = (scope: string): Ban => ({
  ...{ id: 1, scope, reason: 'threats' },
  ...{ banned_at: '2026-11-01T10:00:00.000Z', expires_at: null },
})

const MINUTE_MS = 61_000

/** Lets minutes pass until something is shown. */
const minutesUntil = (shown: Locator) =>
  eventually(async () => {
    await shown.page().clock.fastForward(MINUTE_MS)
    await shown.waitFor({ timeout: 500 })
  })

/** The lobby of a player with bans, without rooms or, after a global ban, without a connection. */
async function openLobby(bans: Ban[]) {
  const opened = await openPlayer(({ path }) => {
    return path === '/user/bans' ? { body: { bans } } : undefined
  })
  const { page } = opened
  await page.clock.install()
  await page.routeWebSocket(/\/realtime/, (socket) =>
    socket.onMessage((text) => {
      const { event, ack } = JSON.parse(String(text)) as { event: string; ack?: number }
      if (ack !== undefined) socket.send(JSON.stringify({ ack, data: { success: true } }))
      if (event !== 'request-room-list') return
      if (bans.some(({ scope }) => scope === 'global')) void socket.close({ code: 4003 })
      else socket.send(JSON.stringify({ event: 'public-room-list', data: { rooms: [], revision: 1 } }))
    }),
  )
  await opened.open('/gameroom')
  return { ...opened, asked: (call: string) => opened.calls.filter((each) => each === call).length }
}

test('offers a banned player no room to create, until the ban is lifted', async () => {
  const bans = [ban('rooms')]
  const { page } = await openLobby(bans)
  const rooms = page.getByRole('region', { name: 'Available Rooms' })
  await page.getByText('This account is banned from rooms').first().waitFor()
  await rooms.getByText('No rooms open at the moment').waitFor()
  expect(await rooms.getByRole('button', { name: 'Create a room' }).count()).toBe(0)
  expect(await rooms.getByText('Be the first').count()).toBe(0)
  bans.pop()
  await minutesUntil(rooms.getByRole('button', { name: 'Create a room' }))
})

test('asks for no ties of a player who is banned from Kla, and says how to come back once it is lifted', async () => {
  const bans = [ban('global')]
  const { page, asked } = await openLobby(bans)
  await page.getByText('This account can’t see any rooms').waitFor()
  const before = asked('GET /api/cups/next')
  await eventually(async () => {
    await page.clock.fastForward(MINUTE_MS)
    expect(asked('GET /user/bans')).toBeGreaterThan(3)
  })
  expect(asked('GET /api/cups/next')).toBe(before)
  bans.pop()
  await minutesUntil(page.getByText('Reload it to see the rooms again.'))
})
