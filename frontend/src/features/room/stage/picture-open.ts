import type { RevealState } from '@kla/proto/web'
import { useRoom } from '../state/use-room.js'

/** Whether the opponent's picture may be seen: always in a room that is not veiled. */
export const usePictureOpen = (): boolean =>
  useRoom((room) => (room as { reveal?: RevealState | null }).reveal?.open ?? true)
