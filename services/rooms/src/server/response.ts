import { KlaError } from '@kla/chassis'
import type { RoomResponse } from '@kla/proto'
import type { Answer } from '../domain/answer.js'
import type { Refused } from '../domain/outcome.js'
import type { Room } from '../domain/room.js'
import { toRoomMessage } from '../wire/room.js'

/** The room of an answer. Throws the refusal if it is one. */
export const roomOf = (answer: Answer | 'late'): Room => accepted(answer).room

export function roomResponse(answer: Answer | 'late'): RoomResponse {
  const { room, unplayed } = accepted(answer)
  return { room: toRoomMessage(room), ...(unplayed ? { unplayed } : {}) }
}

function accepted(answer: Answer | 'late'): Exclude<Answer, Refused> {
  if (answer === 'late') throw new KlaError('CONFLICT')
  if ('refused' in answer) throw new KlaError(answer.refused)
  return answer
}
