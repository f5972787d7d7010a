import { type Ack, PASSING, type ServerEvents, type ServerFrame } from '@kla/proto/web'
import type { Clock } from './clock.js'
import { finalReason, type Socket } from './open-socket.js'
import type { NewestUpdate } from './ordering.js'
import type { Place } from './seat.js'

/** A connection that can be left for another one. */
export interface Link {
  readonly socket: Socket
}

type GoingAway = ServerEvents['going-away']
type RoomStateFrame = Extract<ServerFrame, { event: 'room-state' }>

interface Next {
  readonly link: Link
  readonly leaving: GoingAway
  isOpen: boolean
  leavingToo: GoingAway | null
}

interface HandoverOptions {
  clock: Clock
  /** Returns a number in [0, 1). */
  random: () => number
  newest: NewestUpdate
  open: () => Link | null
  place: () => Place | null
  /** Requests the page's place on a connection. */
  ask: (link: Link, place: Place | null, continues: string) => Promise<Ack<Place['event']>>
  /** Returns the previous connection. */
  take: (link: Link, state: RoomStateFrame | null) => Link | null
}

/** Moves between gateways without ever disconnecting. */
interface Handover {
  plan(leaving: GoingAway): void
  isOverlapping(): boolean
  onOpen(link: Link): void
  onEvent(link: Link, frame: ServerFrame): void
  onClose(link: Link, code: number): void
  /** Returns the next connection, if it can take over. */
  instead(code: number): Link | null
  callOff(): void
}

/** Frames in flight arrive until both gateways know of the move. */
const LINGER_MS = 1_500
const ASK_AGAIN_MS = 1_000

export function createHandover({ clock, random, newest, open, place, ask, take }: HandoverOptions): Handover {
  let cancelPlan: (() => void) | null = null
  let next: Next | null = null
  let former: Link | null = null

  const endFormer = () => {
    const link = former
    former = null
    link?.socket.close()
  }

  const callOff = () => {
    cancelPlan?.()
    cancelPlan = null
    const link = next?.link
    next = null
    link?.socket.close()
    endFormer()
  }

  const begin = (leaving: GoingAway) => {
    cancelPlan = null
    const link = open()
    if (link !== null) next = { link, leaving, isOpen: false, leavingToo: null }
  }

  const plan = (leaving: GoingAway) => {
    if (cancelPlan === null && next === null)
      cancelPlan = clock.after(random() * (leaving.spreadMs ?? leaving.withinMs), () => begin(leaving))
  }

  const finish = ({ link, leavingToo }: Next, state: RoomStateFrame | null) => {
    next = null
    endFormer()
    const left = take(link, state)
    former = left
    clock.after(LINGER_MS, () => {
      if (former === left) endFormer()
    })
    if (leavingToo !== null) plan(leavingToo)
  }

  const isMoving = (moving: Next) => next === moving && moving.isOpen

  const askOn = async (moving: Next): Promise<void> => {
    const wanted = place()
    const answer = ask(moving.link, wanted, moving.leaving.socketId)
    if (wanted === null) return finish(moving, null)
    const result = await answer
    // The room's state completes a granted move.
    if (result.success || !isMoving(moving)) return
    if (place()?.data.roomId !== wanted.data.roomId) return askOn(moving)
    if (!PASSING.has(result.code)) return callOff()
    clock.after(ASK_AGAIN_MS, () => {
      if (isMoving(moving)) void askOn(moving)
    })
  }

  return {
    plan,
    isOverlapping: () => next !== null || former !== null,
    onOpen(link) {
      if (next?.link !== link) return
      next.isOpen = true
      void askOn(next)
    },
    onEvent(link, frame) {
      if (next?.link !== link) return
      if (frame.event === 'going-away') next.leavingToo = frame.data
      if (frame.event !== 'room-state' || frame.data.roomId !== place()?.data.roomId) return
      // An older state would revert what is shown.
      if (newest.isKnownBy(frame.data.roomId, frame.update)) finish(next, frame)
      else void askOn(next)
    },
    onClose(link, code) {
      if (link === former) endFormer()
      if (link !== next?.link) return
      next.isOpen = false
      if (finalReason(code) !== null) callOff()
    },
    instead(code) {
      const final = finalReason(code)
      if (next === null || !next.isOpen || (final !== null && final !== 'taken-over')) {
        callOff()
        return null
      }
      const { link } = next
      next = null
      return link
    },
    callOff,
  }
}
