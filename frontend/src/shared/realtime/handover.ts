import { PASSING, type Ack, type ServerEvents, type ServerFrame } from '@kla/proto/web'
import { finalReason, type Socket } from './open-socket.js'
import type { Clock } from './clock.js'
import type { NewestNews } from './ordering.js'
import type { Place } from './seat.js'

/** One connection of the page. */
export interface Link {
  readonly socket: Socket
}

type GoingAway = ServerEvents['going-away']
export type RoomStateFrame = Extract<ServerFrame, { event: 'room-state' }>

/** The connection to which the page is moving. */
interface Next {
  readonly link: Link
  /** What the present connection was told. */
  readonly leaving: GoingAway
  isOpen: boolean
  /** What this one was told, if it is to be left again. */
  leavingToo: GoingAway | null
}

export interface HandoverOptions {
  clock: Clock
  /** From 0 up to 1: not all pages may move at once. */
  random: () => number
  news: NewestNews
  /** Opens another connection beside the present one; null where there is none to move from. */
  open: () => Link | null
  /** The place in a room that moves along. */
  place: () => Place | null
  /** Says on a connection who the page is, and asks for its place. */
  ask: (link: Link, place: Place | null, continues: string) => Promise<Ack<Place['event']>>
  /** From now on this is the page's connection; `state`: how its room stands. Answers the one before. */
  take: (link: Link, state: RoomStateFrame | null) => Link | null
}

/** Moves a page from one connection to another while both stand, so that it is connected all the time. */
export interface Handover {
  /** The server asks to leave the present connection. */
  plan(leaving: GoingAway): void
  /** Whether there are two connections. */
  isOverlapping(): boolean
  onOpen(link: Link): void
  /** Hears the next connection; what others say is not for here. */
  onEvent(link: Link, frame: ServerFrame): void
  onClose(link: Link, code: number): void
  /** The present connection has ended with this code: the next one, if it can go on instead. */
  instead(code: number): Link | null
  /** Stays with the present connection alone. */
  callOff(): void
}

/** What is on its way by the old connection still comes, while both gateways hear of the move. */
const LINGER_MS = 1_500
const ASK_AGAIN_MS = 1_000

export function createHandover({ clock, random, news, open, place, ask, take }: HandoverOptions): Handover {
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
    if (cancelPlan === null && next === null) cancelPlan = clock.after(random() * leaving.withinMs, () => begin(leaving))
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
    // Where it is granted, the room's state decides.
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
      // A state from before what has been shown already would take that back.
      if (news.isKnownBy(frame.data.roomId, frame.news)) finish(next, frame)
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
      // Its place may have been taken over by the next one.
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
