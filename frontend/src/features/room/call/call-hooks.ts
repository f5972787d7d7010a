import { DRUM_INTERVAL_MS } from '@kla/proto/web'
import { useEffect } from 'react'
import { useRealtime } from '../../../shared/realtime/index.js'
import type { RoomServices } from './services.js'

const SIGNALS = ['offer', 'answer', 'ice-candidate'] as const

/** Routes events to call or broadcast. Watchers' signals never reach the call. */
export function useCallEvents(services: RoomServices, me: number): void {
  const { call, repairReport, broadcast, reveal, departure } = services
  const { on } = useRealtime()

  useEffect(() => {
    const undo = [
      on('start-peers', (start) => void (departure.begun || call.startPeers(start))),
      on('start-watch-peers', (start) => void (departure.begun || broadcast.startPeers(start))),
      // This list also applies while no peers are introduced.
      on('watchers', ({ watchers }) => broadcast.confirmWatchers(watchers.map(({ socketId }) => socketId))),
      on('reveal-state', reveal.update),
      on('room-state', ({ roomId, players, you = me, startPeers, watchers, reveal: said = null, phase }) => {
        if (departure.begun) return
        reveal.follow(roomId, you, said)
        broadcast.confirmWatchers(watchers.map(({ socketId }) => socketId))
        const ownSocketId = players.find(({ id }) => id === you)?.socketId ?? null
        broadcast.sendFrom(ownSocketId)
        if (players.every(({ id }) => id === you)) call.end()
        else call.confirmPeers(startPeers, ownSocketId)
        repairReport.onState(phase)
      }),
      on('prompt-gif', repairReport.onPhase),
      on('show-gif', repairReport.onPhase),
      on('phase-paused', repairReport.onPause),
      on('room-user-list', ({ players, you = me }) => {
        if (players.every(({ id }) => id === you)) call.end()
      }),
      ...SIGNALS.map((kind) =>
        on(kind, ({ from, payload }) => {
          if (departure.begun) return
          if (!broadcast.signal(kind, from, payload)) call.signal(kind, from, payload)
        }),
      ),
    ]
    return () => undo.forEach((off) => off())
  }, [on, call, repairReport, broadcast, reveal, departure, me])
}

const GESTURES = ['pointerdown', 'keydown'] as const

export function useDrum({ drum }: RoomServices): void {
  const { on } = useRealtime()

  useEffect(() => {
    const halt = () => {
      drum.stop()
      drum.beat()
    }
    const undo = [
      on('play-drum', ({ intervalMs }) => drum.play(intervalMs)),
      on('end-game', halt),
      on('winner-confirmed', halt),
      on('no-unanimous-winner', halt),
      on('room-state', ({ phase }) => {
        if (phase === 'prompt' || phase === 'show') drum.play(DRUM_INTERVAL_MS[phase])
        else drum.stop()
      }),
    ]
    return () => undo.forEach((off) => off())
  }, [on, drum])

  useEffect(() => {
    for (const gesture of GESTURES) window.addEventListener(gesture, drum.wake)
    return () => {
      for (const gesture of GESTURES) window.removeEventListener(gesture, drum.wake)
    }
  }, [drum])
}
