import type { Codec } from './codec.js'
import { colyseus } from './colyseus.js'
import { json } from './json.js'
import { kla } from './kla.js'
import { socketIo } from './socket-io.js'

/** How the clients of each contender speak. */
export const CODECS = { kla, json, 'socket-io': socketIo, colyseus } satisfies Record<string, Codec>

export type CodecName = keyof typeof CODECS
