import { expect } from '@jest/globals'
import type { RoomStateData, StartPeersData } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import type { PlayerAnswer } from '../../player-page.js'
import { openRoom } from '../room-page.js'
import { OTHER } from '../room-state-data.js'

export const PEERS: StartPeersData = {
  peers: [{ socketId: `s${OTHER}`, id: OTHER }],
  polite: false,
  iceServers: [],
  iceTransportPolicy: 'all',
}
export const FAILED: PlayerAnswer = { status: 503, body: { error: 'Not now.', code: 'UNAVAILABLE' } }

/** Longer than the time of a double press, and of a repeat. */
export const SLOWLY_MS = 800
export const PAST_REPEAT_MS = 3_000

/** A room with a call, whose way out the test answers. */
export async function openCall(state: Partial<RoomStateData> = {}) {
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
