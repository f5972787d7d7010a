import { GifCondition, type GifCount, GifState, type RotationEntry } from '@kla/proto'
import type { GifsQuery } from '@kla/proto/schemas'
import type { GifConditionName, GifStateName, GifView } from '@kla/proto/web'
import type { Static } from 'typebox'
import { versionView } from './console-views.js'
import { isoOf } from './values.js'

/** The contract's state of each name. */
export const GIF_STATE: Readonly<Record<GifStateName, GifState>> = {
  draft: GifState.DRAFT,
  live: GifState.LIVE,
  hidden: GifState.HIDDEN,
  blocked: GifState.BLOCKED,
}

const CONDITION: Readonly<Record<GifConditionName, GifCondition>> = {
  checking: GifCondition.CHECKING,
  broken: GifCondition.BROKEN,
  draft: GifCondition.DRAFT,
  live: GifCondition.LIVE,
  hidden: GifCondition.HIDDEN,
  blocked: GifCondition.BLOCKED,
}

const NAME: Readonly<Record<GifState, GifStateName>> = {
  [GifState.DRAFT]: 'draft',
  [GifState.LIVE]: 'live',
  [GifState.HIDDEN]: 'hidden',
  [GifState.BLOCKED]: 'blocked',
  // An unknown state must not look live.
  [GifState.UNSPECIFIED]: 'draft',
  [GifState.UNRECOGNIZED]: 'draft',
}

const CONDITION_NAME = new Map(
  (Object.keys(CONDITION) as GifConditionName[]).map((name) => [CONDITION[name], name] as const),
)

/** Filters of the list of GIFs. */
export const gifFilter = ({ category = '', state, condition }: Static<typeof GifsQuery>) => ({
  category,
  state: state ? GIF_STATE[state] : GifState.UNSPECIFIED,
  ...(condition && { condition: CONDITION[condition] }),
})

/** Numbers of GIFs in each condition. */
export const countsView = (counts: readonly GifCount[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ condition, count }) => [CONDITION_NAME.get(condition) ?? 'draft', count]))

/** The console's view of a GIF. */
export const gifView = (entry: RotationEntry): GifView => ({
  id: entry.id,
  gif_url: entry.gifUrl,
  thumbnail: entry.thumbnail,
  tags: entry.tags,
  visible: entry.state === GifState.LIVE ? 1 : 0,
  state: NAME[entry.state],
  condition: CONDITION_NAME.get(entry.condition ?? GifCondition.UNSPECIFIED) ?? NAME[entry.state],
  broken: entry.broken,
  refusal: entry.refusal ?? '',
  flashes: entry.flashes ?? false,
  acts: (entry.acts?.acts as GifView['acts'] | undefined) ?? null,
  created_at: isoOf(entry.createdAtMs),
  ...versionView(entry),
})
