import { KlaError } from './errors.js'
import type { Call } from './grpc-server.js'
import type { Principal } from './principal.js'

/** Who asks, where anybody may: undefined for nobody, for a token that has run out, and for administrators. */
export async function playerIfAny(call: Call): Promise<Principal | undefined> {
  try {
    return await call.principal({ evenIfBanned: true })
  } catch (error) {
    const { reason } = KlaError.from(error)
    if (reason === 'NOT_SIGNED_IN' || reason === 'NOT_ALLOWED') return undefined
    throw error
  }
}
