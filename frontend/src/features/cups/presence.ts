import type { TiePresence } from '@kla/proto/web'
import type { Clock } from '../../shared/realtime/clock.js'

/** Presence holds for 12 s (CUP_PRESENCE_MS), so two confirmations in a row may get lost. */
export const PRESENCE_EVERY_MS = 4_000

export type Said = { answer: TiePresence } | { refused: string } | { lost: true }

interface PresenceOptions {
  say: () => Promise<Said>
  onSaid: (said: Said) => void
  clock: Clock
}

const settled = (said: Said): boolean =>
  'refused' in said || ('answer' in said && (said.answer.room_id !== null || isOver(said.answer.tie.state)))

const isOver = (state: TiePresence['tie']['state']) => state === 'decided' || state === 'disputed'

/** Confirms presence until the room opens, the tie is over, or the server refuses. Returns the stop function. */
export function keepPresent({ say, onSaid, clock }: PresenceOptions): () => void {
  let stopped = false
  let callOff = () => {}
  const sayAgain = async () => {
    const said = await say()
    if (stopped) return
    onSaid(said)
    if (!settled(said)) callOff = clock.after(PRESENCE_EVERY_MS, () => void sayAgain())
  }
  void sayAgain()
  return () => {
    stopped = true
    callOff()
  }
}
