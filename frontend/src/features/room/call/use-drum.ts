import { useEffect } from 'react'
import { DRUM_INTERVAL_MS } from '@kla/proto/web'
import { useRealtime } from '../../../shared/realtime/index.js'
import type { RoomServices } from './services.js'

/** Gestures after which browsers let a page make sound. */
const GESTURES = ['pointerdown', 'keydown'] as const

/** The drum follows the phase: a rhythm in the rounds, one beat where they end. */
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
