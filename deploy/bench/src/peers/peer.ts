import type { Listening, PeerSettings } from './peer-process.js'

/** In a peer's process: what it was told at its start. It ends with its channel. */
export function readSettings(): PeerSettings {
  process.on('disconnect', () => process.exit(0))
  return JSON.parse(process.argv[2] ?? '{}') as PeerSettings
}

/** Says that the server listens now. */
export const announce = (port: number): void => void process.send?.({ port } satisfies Listening)

/** The longest line that a peer relays, as with us. */
export { MESSAGE_MAX } from '@kla/proto/web'
