import { KlaError, type Call, type Principal } from '@kla/chassis'

/** Who calls, if their age is confirmed. Throws AGE_NOT_CONFIRMED or NOT_SIGNED_IN. */
export async function adult(call: Call): Promise<Principal> {
  const principal = await call.principal()
  if (!principal.ageConfirmed) throw new KlaError('AGE_NOT_CONFIRMED')
  return principal
}
