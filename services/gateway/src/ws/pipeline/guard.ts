import { KlaError } from '@kla/chassis'
import type { Restriction } from '@kla/proto'
import { bannedBy } from '../../shared/bans.js'
import type { Session } from '../accounts/sessions.js'
import type { Member } from '../rooms/member.js'
import type { HubRoom } from '../rooms/room.js'
import type { AnyRow } from './event-row.js'

/** What is known of a caller. */
export interface Caller {
  readonly session: Session | undefined
  readonly member: Member | undefined
  /** The member's room, with a connection here. */
  readonly room: HubRoom | undefined
  /** Ban that applies to the event's scope. */
  readonly ban: Restriction | undefined
}

/** The context that access guarantees, or why there is none. */
export type Guarded = Granted | Refused

interface Granted {
  readonly refusal?: undefined
  readonly session: Session | undefined
  readonly room: HubRoom | undefined
  readonly member: Member | undefined
}

interface Refused {
  readonly refusal: KlaError
  readonly session: Session | undefined
  /** True if the account has no access: not even an earlier answer is repeated. */
  readonly byAccount: boolean
}

type Access = AnyRow['access']

const OPEN_TO_WATCHERS: ReadonlySet<Access> = new Set(['seated-or-watching', 'signed-in-or-watching'] as const)
const IN_ROOM: ReadonlySet<Access> = new Set(['seated', 'seated-or-watching'] as const)

/** True if the caller needs no session: judges watch without one. */
export const isOpenTo = ({ access }: AnyRow, member: Member | undefined): boolean =>
  access === 'anyone' || (member?.watching === true && OPEN_TO_WATCHERS.has(access))

/**
 * Decides whether a caller may send an event that names `roomId`, or no room. Refuses with NOT_SIGNED_IN, the ban's
 * reason, or NOT_SEATED if the room is not the caller's or is closed to watchers.
 */
export function guard(row: AnyRow, { session, member, room, ban }: Caller, roomId: string | undefined): Guarded {
  const isOpen = isOpenTo(row, member)
  if (!isOpen && !session) return { refusal: new KlaError(row.anonymous ?? 'NOT_SIGNED_IN'), session, byAccount: true }
  if (!isOpen && ban && !row.allowBanned) return { refusal: bannedBy(ban), session, byAccount: true }
  const account = isOpen ? undefined : session
  if (!IN_ROOM.has(row.access)) return { session: account, room: undefined, member: undefined }
  const isHere = member && room && (roomId === undefined || roomId === member.roomId)
  if (!isHere || (member.watching && !OPEN_TO_WATCHERS.has(row.access))) {
    return { refusal: new KlaError('NOT_SEATED'), session: account, byAccount: false }
  }
  return { session: account, room, member }
}
