import { KlaError, type Call, type Principal } from '@kla/chassis'

/** The player who asks, where anybody may: undefined for nobody, for a token that has run out, and for administrators. */
export async function playerIfAny(call: Call): Promise<Principal | undefined> {
  try {
    return await call.principal({ evenIfBanned: true })
  } catch (error) {
    if (error instanceof KlaError && (error.reason === 'NOT_SIGNED_IN' || error.reason === 'NOT_ALLOWED')) return undefined
    throw error
  }
}
