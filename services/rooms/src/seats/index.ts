import type { Room } from '../shared/rules/room.js'
import type { PublicRooms } from './list-store.js'
import { shareNext } from '../shared/concurrency.js'

/** More than this nobody is shown. */
export const LIST_LIMIT_MAX = 200

/** The public list as it stands. */
export type PublicList = () => Promise<Room[]>

/** Reads are shared: what a full lobby costs does not rise with the number of gateways that ask. */
export const createPublicList = (store: PublicRooms): PublicList => shareNext(() => store.first(LIST_LIMIT_MAX))
