import type { Refused } from './outcome.js'
import type { Room } from './room.js'

/** What a command came to: the room after it, or a refusal. Kept under the command's id. */
export type Answer = { readonly room: Room } | Refused
