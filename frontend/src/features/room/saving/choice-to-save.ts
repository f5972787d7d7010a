import type { ClientEventData } from '@kla/proto/web'
import type { RoomState } from '../state/room-state.js'

/** A card as it is shown: when its press arrives, the server may have dealt the next ones, and its position another GIF. */
export const choiceToSave = (
  roomId: string,
  { round }: RoomState['options'],
  index: number,
): ClientEventData<'save-gif-choice'> => ({ roomId, index, round })
