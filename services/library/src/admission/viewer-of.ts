import { KlaError, type Call } from '@kla/chassis'
import type { Permission } from '@kla/proto/web'
import type { Viewer } from './known-addresses.js'

/** Who sees clips in the console: those who look after GIFs, read reports with the clips of a battle, or judge ties. */
const SEE_CLIPS: readonly Permission[] = ['gifs.read', 'reports.read', 'cups.judge']

/**
 * Who asks for media. Rejects with MEDIA_FOR_ADULTS for nobody and for a player whose age verdict does not stand, with BANNED,
 * and with NOT_ALLOWED for an administrator who has nothing to do with clips.
 */
export async function viewerOf(call: Call): Promise<Viewer> {
  const administrator = await call.administrator().catch((error: unknown) => {
    const { reason } = KlaError.from(error)
    if (reason === 'NOT_SIGNED_IN') throw new KlaError('MEDIA_FOR_ADULTS')
    if (reason !== 'NOT_ALLOWED') throw error
    return undefined
  })
  if (!administrator) {
    if (!(await call.principal()).ageConfirmed) throw new KlaError('MEDIA_FOR_ADULTS')
    return 'player'
  }
  if (!SEE_CLIPS.some((permission) => administrator.permissions.includes(permission))) throw new KlaError('NOT_ALLOWED')
  return 'administrator'
}
