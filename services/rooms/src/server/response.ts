import { KlaError } from '@kla/chassis'
import type { RoomResponse } from '@kla/proto'
import type { Answer } from '../domain/answer.js'
import type { Room } from '../domain/room.js'
import { toRoomMessage } from '../wire/room.js'

/** The room of an answer. Throws the refusal if it is one. */
export function roomOf(answer: Answer | 'late'): Room {
  if (answer === 'late') throw new KlaError('CONFLICT')
  if ('refused' in answer) throw new KlaError(answer.refused)
  return answer.room
}

export const roomResponse = (answer: Answer | 'late'): RoomResponse => ({ room: toRoomMessage(roomOf(answer)) })
