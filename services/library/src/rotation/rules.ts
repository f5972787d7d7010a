import { BAN_REASON_MAX, type Reason } from '@kla/proto/web'

/**
 * How far a GIF is from the players' hands. Draft: not looked at yet; live: dealt, unless its link is broken; hidden:
 * taken out by an administrator; blocked: never again.
 */
export const GIF_STATES = ['draft', 'live', 'hidden', 'blocked'] as const
export type GifState = (typeof GIF_STATES)[number]

export interface Reviewed {
  readonly state: GifState
  readonly broken: boolean
  /** Whether its content has been fetched and was not blocked then. */
  readonly contentKnown: boolean
}

/** What has to be done to bring a GIF into a state. */
type Review = 'nothing' | 'set' | 'examine-then-set' | 'block'

/** Blocking is final. What goes live is looked at first, unless that was done and its link is well. */
export function review(gif: Reviewed, to: GifState): Review | { readonly refused: Reason } {
  if (gif.state === 'blocked') return to === 'blocked' ? 'nothing' : { refused: 'GIF_BLOCKED' }
  if (to === 'blocked') return 'block'
  if (to !== 'live') return 'set'
  if (gif.state === 'live' && !gif.broken) return 'nothing'
  return gif.contentKnown && !gif.broken ? 'set' : 'examine-then-set'
}

/** Why a GIF is held, or why that is no reason. Whoever looks at it in years has to know. */
export function holdReason(given: string): { readonly reason: string } | { readonly refused: Reason } {
  const reason = given.trim()
  // PostgreSQL has no room for a zero in a text.
  const sound = reason !== '' && reason.length <= BAN_REASON_MAX && !reason.includes('\0')
  return sound ? { reason } : { refused: 'INVALID_FIELD' }
}

const FIRST_MS = 60_000
const LONGEST_MS = 6 * 3_600_000
/** About four days. */
const LOOKS_MAX = 24

/**
 * How long to wait before an address that did not answer is looked at again, after so many looks in a row. Undefined:
 * no more, unless an administrator asks.
 */
export const nextLookMs = (looks: number): number | undefined =>
  looks >= LOOKS_MAX ? undefined : Math.min(FIRST_MS * 2 ** (looks - 1), LONGEST_MS)

/**
 * Well: it answers with media. Gone: its host says that it is no more. Silent: nobody answers, or not with media.
 * Unasked: its host asks us to slow down, which says nothing of the link.
 */
export type LinkVerdict = 'well' | 'gone' | 'silent' | 'unasked'

/** What a host answers; undefined when it does not. */
export interface LinkAnswer {
  readonly status: number
  readonly contentType: string
}

const TOO_MANY_REQUESTS = 429
const GONE: ReadonlySet<number> = new Set([404, 410, 451])
// Content hosts that know no better send the last ones.
const MEDIA = /^(?:video|image)\/|^(?:application\/(?:mp4|octet-stream)|binary\/octet-stream)\b|^$/i

/** What an answer says of a link. Only a host that says so makes it gone: an outage may pass. */
export function linkVerdict(answer: LinkAnswer | undefined): LinkVerdict {
  if (!answer) return 'silent'
  if (GONE.has(answer.status)) return 'gone'
  if (answer.status === TOO_MANY_REQUESTS) return 'unasked'
  const given = answer.status === 200 || answer.status === 206
  return given && MEDIA.test(answer.contentType) ? 'well' : 'silent'
}
