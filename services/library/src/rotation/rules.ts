import type { Refused } from '@kla/chassis'
import {
  BAN_REASON_MAX,
  type Freshness,
  freshnessOf,
  type GIF_CONDITIONS,
  type GIF_STATES,
  type LabelledActs,
  refusedField,
  UNDO_MS,
  type Versioned,
  visibleText,
} from '@kla/proto/web'
import { mayBeMedia } from '../shared/rules.js'
import type { ChangedBy } from './audit.js'

/** Draft: unexamined; live: dealt unless broken; hidden: taken out; blocked: final. */
export type GifState = (typeof GIF_STATES)[number]
export type GifCondition = (typeof GIF_CONDITIONS)[number]

/** What a review needs to know. */
export interface ReviewedGif {
  readonly state: GifState
  readonly broken: boolean
  readonly flashes: boolean
  readonly contentKnown: boolean
}

type Review = 'nothing' | 'set' | 'examine-then-set' | 'block'

/** Blocking is final; content is examined before going live. */
export function review(gif: ReviewedGif, to: GifState): Review | Refused {
  if (gif.state === 'blocked') return to === 'blocked' ? 'nothing' : { refused: 'GIF_BLOCKED' }
  if (to === 'blocked') return 'block'
  if (to !== 'live') return 'set'
  if (gif.state === 'live' && !gif.broken) return 'nothing'
  return gif.contentKnown && !gif.broken && !gif.flashes ? 'set' : 'examine-then-set'
}

export function holdReason(given: string): { readonly reason: string } | Refused {
  const reason = visibleText(given)
  const sound = reason !== '' && reason.length <= BAN_REASON_MAX
  return sound ? { reason } : refusedField('reason')
}

const FIRST_MS = 60_000
const LONGEST_MS = 6 * 3_600_000
const EXAMINATIONS_MAX = 24

/** A file that cannot be shown is rarely replaced. */
export const REFUSED_AGAIN_MS = LONGEST_MS

/** Pause in milliseconds; undefined means no more unless an administrator asks. */
export function nextExaminationMs(looks: number, found: 'silence' | 'refusal'): number | undefined {
  if (looks >= EXAMINATIONS_MAX) return undefined
  return found === 'refusal' ? REFUSED_AGAIN_MS : Math.min(FIRST_MS * 2 ** (looks - 1), LONGEST_MS)
}

/** Gone: the host says so. Silent: no answer or media. Rate-limited: the host asks us to slow down. */
export type LinkVerdict = 'working' | 'gone' | 'silent' | 'rate-limited'

/** Answer of a link's host. */
export interface LinkAnswer {
  readonly status: number
  readonly contentType: string
}

const TOO_MANY_REQUESTS = 429
const GONE: ReadonlySet<number> = new Set([404, 410, 451])

/** Separates silent from gone links: an outage may pass. */
export function linkVerdict(answer: LinkAnswer | undefined): LinkVerdict {
  if (!answer) return 'silent'
  if (GONE.has(answer.status)) return 'gone'
  if (answer.status === TOO_MANY_REQUESTS) return 'rate-limited'
  const given = answer.status === 200 || answer.status === 206
  return given && mayBeMedia(answer.contentType) ? 'working' : 'silent'
}

/** Change by an administrator. `version`: the one seen; undefined or 0 skips the check. */
export interface VersionedChange {
  readonly by: ChangedBy
  readonly version: number | undefined
}

/** `isDone`: the change would have no effect. */
export const gifFreshness = (gif: Versioned, { by, version }: VersionedChange, isDone: boolean): Freshness =>
  freshnessOf(gif, { version, byId: by.id }, () => isDone)

export const isStale = (...change: Parameters<typeof gifFreshness>): boolean => gifFreshness(...change) === 'stale'

export const isSameActs = (one: LabelledActs, other: LabelledActs): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** One change of many GIFs. */
export type BulkChange =
  | { readonly kind: 'state'; readonly to: 'live' | 'hidden' }
  | { readonly kind: 'acts'; readonly to: LabelledActs }
  | { readonly kind: 'deletion' }

/** What a bulk change needs to know of a GIF. */
export interface BulkGif extends ReviewedGif, Versioned {
  readonly condition: GifCondition
  readonly acts: LabelledActs
  readonly deleted: boolean
}

/** `check`: a draft that goes live once its content is examined, because a bulk change waits for no host. */
export type BulkStep = 'nothing' | 'set' | 'check'

/** A GIF as it was before a bulk change. */
export interface BulkBefore {
  readonly state: GifState
  readonly broken: boolean
  /** Version after the change. */
  readonly madeVersion: number
}

/** Decides what undoing a bulk change does with one GIF. `left`: it changed since, or is gone. */
export function undoStep(
  gif: BulkGif | undefined,
  before: BulkBefore,
  kind: BulkChange['kind'],
): 'left' | 'restore' | 'check' {
  if (!gif || gif.version !== before.madeVersion) return 'left'
  if (kind === 'deletion') return gif.deleted ? 'restore' : 'left'
  if (gif.deleted) return 'left'
  if (kind === 'acts') return 'restore'
  if (gif.state === 'blocked') return 'left'
  // One that was live and broken was not dealt, and is not dealt now.
  const isAsBroken = before.broken && gif.broken && !gif.flashes
  return before.state === 'live' && !isAsBroken && review(gif, 'live') === 'examine-then-set' ? 'check' : 'restore'
}

/** Decides whether a bulk change may be undone. `repeated`: it is undone already. */
export function undoingGifs(
  batch: { readonly madeById: number; readonly madeAtMs: number; readonly undoneAtMs: number | undefined } | undefined,
  by: ChangedBy,
): 'undo' | 'repeated' | Refused {
  if (batch?.madeById !== by.id) return { refused: 'BATCH_NOT_FOUND' }
  if (batch.undoneAtMs !== undefined) return 'repeated'
  return by.atMs < batch.madeAtMs + UNDO_MS ? 'undo' : { refused: 'TOO_LATE_TO_UNDO' }
}

/** Decides what a bulk change does with one GIF. */
export function bulkStep(gif: BulkGif | undefined, change: BulkChange, made: VersionedChange): BulkStep | Refused {
  if (!gif || (gif.deleted && change.kind !== 'deletion')) return { refused: 'NOT_FOUND' }
  const done = isDoneBy(gif, change)
  if (!gif.deleted && isStale(gif, made, done)) return { refused: 'CHANGED_MEANWHILE' }
  if (change.kind !== 'state') return done ? 'nothing' : 'set'
  const reviewed = review(gif, change.to)
  if (typeof reviewed !== 'string') return reviewed
  if (done) return 'nothing'
  return reviewed === 'examine-then-set' ? 'check' : 'set'
}

function isDoneBy(gif: BulkGif, change: BulkChange): boolean {
  if (change.kind === 'deletion') return gif.deleted
  if (change.kind === 'acts') return isSameActs(gif.acts, change.to)
  const { condition, state } = gif
  return change.to === 'hidden' ? state === 'hidden' : condition === 'live' || condition === 'checking'
}
