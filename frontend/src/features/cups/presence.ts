import type { TiePresence } from '@kla/proto/web'
import type { Clock } from '../../shared/realtime/clock.js'

/** "I am here" holds for 12 s (CUP_PRESENCE_MS): repeated so often, two of them may get lost. */
export const PRESENCE_EVERY_MS = 4_000

/** What came of saying it once. */
export type Said =
  | { told: TiePresence }
  /** The server says no; saying it again would change nothing. */
  | { refused: string }
  | { lost: true }

export interface PresenceOptions {
  say: () => Promise<Said>
  /** After each time; the last one is the one after which nothing is said any more. */
  onSaid: (said: Said) => void
  clock: Clock
}

/** Whether there is nothing to wait for any more. */
const settled = (said: Said): boolean =>
  'refused' in said || ('told' in said && (said.told.room_id !== null || isOver(said.told.tie.state)))

const isOver = (state: TiePresence['tie']['state']) => state === 'decided' || state === 'disputed'

/** Says "I am here" again and again until the room is open, the tie is over, or the server refuses. Answers how to stop. */
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
