import { dataOf, RawPlayer } from '../measure/raw-player.js'
import type { PlayerPlan } from './orders.js'

export interface SeatEvents {
  met(): void
  /** The server has nothing left to do for this seat. */
  paired(): void
  message(frame: string): void
  refused(): void
  lost(why: string): void
}

export interface Seat {
  readonly room: string
  say(text: string): void
  leave(): Promise<void>
}

export type TakeSeat = (player: PlayerPlan, room: string | undefined, events: SeatEvents) => Promise<Seat>

/** Opens a room, or joins the given one. */
export const takeSeat: TakeSeat = async ({ server, headers }, room, events) => {
  const player = new RawPlayer({
    headers,
    onLost: events.lost,
    onEvent(event, text) {
      if (event === 'receive-message') events.message(text)
      else if (event === 'user-connected') events.met()
      else if (event === 'start-peers') events.paired()
      else if (event === 'error' && isRefusedMessage(text)) events.refused()
      else if (event === 'error' || event === 'room-closed') events.lost(text)
    },
  })
  const roomId = await player.sit(server, room)
  if (room !== undefined) events.met()
  return {
    room: roomId,
    say: (message) => player.send(`{"event":"send-message","data":{"roomId":"${roomId}","message":"${message}"}}`),
    async leave() {
      await player.command('leave-room', { roomId }).catch(ignoreMissingSeat)
      player.close()
    },
  }
}

/** True if the server is too busy for chat; another refusal is a fault. */
function isRefusedMessage(text: string): boolean {
  const { event, code } = dataOf(text, 'error')
  return event === 'send-message' && code === 'UNAVAILABLE'
}

function ignoreMissingSeat(error: Error): void {
  if (!error.message.endsWith('NOT_SEATED')) throw error
}
