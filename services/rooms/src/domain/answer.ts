import type { Refused } from './outcome.js'
import type { Room } from './room.js'

/**
 * What a command came to: the room after it, or a refusal. Kept under the command's id, but for `unplayed`: that nobody
 * could have begun a battle there is known to who made the change, when it was made.
 */
export type Answer = { readonly room: Room; readonly unplayed?: boolean } | Refused
