import { newId, type CallContext } from '@kla/chassis'
import type { Sessions } from '../sessions.js'
import type { Member } from './member.js'

/**
 * Makes a call for a member: on behalf of who has the seat, or in the gateway's own name for a connection that watches,
 * which may belong to no account.
 */
export const askFor = <T>(
  { session }: Member,
  sessions: Pick<Sessions, 'call'>,
  call: (context: CallContext) => Promise<T>,
): Promise<T> => (session ? sessions.call(session, call) : call({ requestId: newId() }))
