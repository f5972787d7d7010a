import { useEffect } from 'react'
import { useRealtime } from '../../../lib/realtime/index.js'
import type { RoomServices } from './services.js'

const SIGNALS = ['offer', 'answer', 'ice-candidate'] as const

/** Leads what the server says about the other player's connection to the call. */
export function useCallEvents({ call }: RoomServices, me: number): void {
  const { on } = useRealtime()

  useEffect(() => {
    const undo = [
      on('start-peers', call.startPeers),
      on('room-state', ({ players, startPeers }) => {
        if (players.every(({ id }) => id === me)) call.end()
        else call.confirmPeers(startPeers, players.find(({ id }) => id === me)?.socketId ?? null)
      }),
      on('room-user-list', ({ players }) => {
        if (players.every(({ id }) => id === me)) call.end()
      }),
      ...SIGNALS.map((kind) => on(kind, ({ from, payload }) => call.signal(kind, from, payload))),
    ]
    return () => undo.forEach((off) => off())
  }, [on, call, me])
}
