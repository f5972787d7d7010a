import type { Listening, PeerSettings } from './peer-process.js'

/** In a peer's process, which exits with its parent. */
export function readSettings(): PeerSettings {
  process.on('disconnect', () => process.exit(0))
  return JSON.parse(process.argv[2] ?? '{}') as PeerSettings
}

export const announce = (port: number): void => void process.send?.({ port } satisfies Listening)

/** The same limit as ours. */
export { MESSAGE_MAX } from '@kla/proto/web'
