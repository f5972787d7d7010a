import { Invitation } from '../../entities/ready/ready-page.js'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import type { Unavailable } from './unavailable.js'

/** Reads the reason from one history entry, so that other screens have none. */
export const unavailableIn = (state: unknown): Unavailable | null =>
  (state as { unavailable?: Unavailable } | null)?.unavailable ?? null

export const RoomUnavailable = lazyPart(() => import('./room-unavailable.js'))
export const ReadyToJoin = lazyPart(() => import('./ready-to-join.js'), { waiting: Invitation })
export const Prepare = lazyPart(() => import('./prepare.js'), { waiting: Invitation })
