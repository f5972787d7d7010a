import type { GifOptionEntry, ServerEvents } from '@kla/proto/web'
import { createSelector } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { clockOffsetMs } from '../../../entities/room/clock-offset.js'
import { useSession } from '../../../entities/session/use-session.js'
import { phaseTimer } from '../../../entities/stage/phase-timer.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { keepRoom } from './kept-room.js'
import { roomSlice, type RoomState } from './room-slice.js'

interface WithRoom {
  room: RoomState
}

export const selectRoom = roomSlice.selectSlice
export const selectRoomId = (state: WithRoom) => selectRoom(state).roomId
export const selectPanicExit = (state: WithRoom) => selectRoom(state).panicExit
export const selectPhase = (state: WithRoom) => selectRoom(state).phase

/** Selects the running timer; null while nothing is timed. */
export const selectTimer = createSelector(
  (state: WithRoom) => selectRoom(state).deadline,
  (state: WithRoom) => selectRoom(state).durationMs,
  (state: WithRoom) => selectRoom(state).paused,
  (state: WithRoom) => clockOffsetMs(selectRoom(state).clockSamplesMs),
  (deadline, durationMs, paused, offsetMs) => phaseTimer({ deadline, durationMs, paused }, offsetMs),
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

/** Selects from the room, so that other changes do not re-render. */
export const useRoom = <Part>(part: (room: RoomState) => Part): Part =>
  useSelector((state: { room: RoomState }) => part(selectRoom(state)))

export const usePlaying = (): boolean => useRoom(({ phase }) => phase === 'prompt' || phase === 'show')

const NO_ACCOUNT = 0

/** Id by which others in the room know this player, even if renamed since. */
export const useMe = (): number => {
  const you = useRoom((room) => room.you)
  const ownId = useSession().user?.id
  return ownId === undefined ? NO_ACCOUNT : (you ?? ownId)
}

const room = roomSlice.actions

export function useRoomEvents(): void {
  const dispatch = useDispatch()
  const { on } = useRealtime()
  const me = useMe()

  useEffect(() => {
    const meet = ({ players, you = me }: ServerEvents['room-user-list'], incident: string | null) => {
      const other = players.find(({ id }) => id !== you)
      if (other && me !== NO_ACCOUNT) dispatch(room.met({ id: other.id, username: other.username, incident }))
    }
    const undo = [
      on('room-state', (data) => {
        dispatch(room.roomState({ data, at: Date.now() }))
        meet(data, data.incident ?? null)
      }),
      on('game-tick', (data) => dispatch(room.gameTick({ data, at: Date.now() }))),
      on('room-user-list', (data) => {
        dispatch(room.roomUserList(data))
        meet(data, null)
      }),
      on('watchers', (data) => dispatch(room.watchers(data))),
      on('reveal-state', (data) => dispatch(room.revealState(data))),
      on('receive-message', (data) => dispatch(room.receiveMessage(data))),
      on('ready-changed', (data) => dispatch(room.readyChanged(data))),
      on('prompt-gif', (data) => dispatch(room.promptGif(data))),
      on('gif-options', (data) => dispatch(room.gifOptions(data))),
      on('show-gif', (data) => dispatch(room.showGif(data))),
      on('receive-gif', (data) => dispatch(room.receiveGif(data))),
      on('phase-paused', (data) => dispatch(room.phasePaused({ data, at: Date.now() }))),
      on('phase-resumed', (data) => dispatch(room.phaseResumed(data))),
      on('end-game', (data) => dispatch(room.endGame(data))),
      on('winner-confirmed', (data) => dispatch(room.winnerConfirmed(data))),
      on('no-unanimous-winner', (data) => dispatch(room.noUnanimousWinner(data))),
    ]
    return () => undo.forEach((off) => off())
  }, [dispatch, on, me])
}

/** Requests the incident token once per opponent: lists naming a newcomer lack it. */
export function useIncident(): void {
  const { resync } = useRealtime()
  const unproved = useRoom(({ met }) => (met !== null && met.incident === null ? met.id : null))
  useEffect(() => {
    if (unproved !== null) resync()
  }, [unproved, resync])
}

/** Requests the room's state, after a reload also the seat. */
export function useTakeSeat(): void {
  const { resync, resume } = useRealtime()
  const roomId = useSelector(selectRoomId)
  const passcode = useSelector((state: Parameters<typeof selectRoom>[0]) => selectRoom(state).passcode)
  const resumed = useSelector((state: Parameters<typeof selectRoom>[0]) => selectRoom(state).resumed)

  useEffect(() => {
    if (roomId === null) return
    keepRoom({ roomId, passcode })
    if (resumed) resume(roomId)
    else resync()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [roomId, passcode, resync, resume])
}

const OVERDUE_AFTER_MS = 2_500

/** Resyncs when a phase is over and nothing follows, as the event was lost. */
export function useOverdue(): void {
  const { resync } = useRealtime()
  const changesBy = useSelector(selectTimer)?.changesBy ?? null

  useEffect(() => {
    if (changesBy === null) return undefined
    const timer = setTimeout(resync, Math.max(0, changesBy - Date.now()) + OVERDUE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [changesBy, resync])
}
