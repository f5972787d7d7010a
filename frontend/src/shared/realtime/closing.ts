import { CLOSE } from '@kla/proto/web'

/** Why a connection is over for good. `left` is our own doing. */
export type ClosedBy = 'left' | 'signed-out' | 'banned' | 'taken-over'

const FINAL: Readonly<Record<number, ClosedBy>> = {
  [CLOSE.SIGNED_OUT]: 'signed-out',
  [CLOSE.BANNED]: 'banned',
  [CLOSE.SEAT_TAKEN_OVER]: 'taken-over',
}

/** The reason not to connect again, or null where connecting again is right. */
export const finalReason = (code: number): ClosedBy | null => FINAL[code] ?? null

/** A draining gateway asks its clients to go to another one without waiting. */
export const reconnectsAtOnce = (code: number): boolean => code === CLOSE.GOING_AWAY

/** Whether the server ended the connection, so that no later screen of this page has one either. */
export const isEnded = (closedBy: ClosedBy | null): boolean => closedBy !== null && closedBy !== 'left'
