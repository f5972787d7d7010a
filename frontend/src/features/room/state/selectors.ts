import { createSelector } from '@reduxjs/toolkit'
import type { GifOptionEntry } from '@kla/proto/web'
import { clockOffsetMs } from '../../../entities/room/clock-offset.js'
import type { RoomState } from './room-state.js'
import { roomSlice } from './room-slice.js'

interface WithRoom {
  room: RoomState
}

export const selectRoom = roomSlice.selectSlice as (state: WithRoom) => RoomState
export const selectRoomId = (state: WithRoom) => selectRoom(state).roomId
export const selectPhase = (state: WithRoom) => selectRoom(state).phase

/** End of the phase on this machine's clock, and its length; null while nothing is timed. */
export const selectTimer = createSelector(
  (state: WithRoom) => selectRoom(state).deadline,
  (state: WithRoom) => selectRoom(state).durationMs,
  (state: WithRoom) => clockOffsetMs(selectRoom(state).clockSamplesMs),
  (deadline, durationMs, offsetMs) =>
    deadline === null || durationMs === null ? null : { endsAt: deadline - offsetMs, durationMs },
)

export const selectHand = createSelector(selectRoom, ({ phase, round, options }) =>
  phase === 'prompt' && options.round === round ? options.list : null,
)

const NO_CARDS: readonly GifOptionEntry[] = []
export const selectKeptHand = createSelector(selectRoom, ({ phase, round, options }) =>
  phase === 'show' && options.round === round ? options.list : NO_CARDS,
)

export const selectShownGif = (state: WithRoom) => {
  const { phase, round, receivedGif } = selectRoom(state)
  return phase === 'show' && receivedGif?.round === round ? receivedGif : null
}

export const selectOpponent = (me: number) => (state: WithRoom) =>
  selectRoom(state).players.find((player) => player.id !== me) ?? null
