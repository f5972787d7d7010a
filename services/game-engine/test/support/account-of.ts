import type { CallContext } from '@kla/chassis'

/** Whom a call is made for, as its token says; a fake service need not check the signature. */
export function accountOf({ principal }: CallContext): number {
  const claims = principal?.split('.')[1]
  if (!claims) throw new Error('the call has no principal')
  return Number((JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub)
}
