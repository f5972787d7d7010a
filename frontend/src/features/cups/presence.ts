import type { TiePresence } from '@kla/proto/web'
import type { Clock } from '../../shared/realtime/clock.js'

/** Presence holds for 12 s (CUP_PRESENCE_MS), so two confirmations in a row may get lost. */
export const PRESENCE_EVERY_MS = 4_000

export type PresenceResult = { answer: TiePresence } | { refused: string } | { lost: true }

interface PresenceOptions {
  confirm: () => Promise<PresenceResult>
  onResult: (result: PresenceResult) => void
  clock: Clock
}

const settled = (result: PresenceResult): boolean =>
  'refused' in result || ('answer' in result && (result.answer.room_id !== null || isOver(result.answer.tie.state)))

const isOver = (state: TiePresence['tie']['state']) => state === 'decided' || state === 'disputed'

/** Confirms presence until the room opens, the tie is over, or the server refuses. Returns the stop function. */
export function keepPresence({ confirm, onResult, clock }: PresenceOptions): () => void {
  let stopped = false
  let cancelNext = () => {}
  const repeat = async () => {
    const result = await confirm()
    if (stopped) return
    onResult(result)
    if (!settled(result)) cancelNext = clock.after(PRESENCE_EVERY_MS, () => void repeat())
  }
  void repeat()
  return () => {
    stopped = true
    cancelNext()
  }
}
