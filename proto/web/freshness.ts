/** State that administrators change, with its version. */
export interface Versioned {
  /** Rises with every change. From 1. */
  readonly version: number
  /** The administrator who made the last change; 0 before the first change, or for no administrator. */
  readonly changedById: number
}

/** What a change says about itself. */
export interface MadeOn {
  /** The version that the administrator saw; undefined or 0: not checked. */
  readonly version: number | undefined
  readonly byId: number
}

/**
 * How a change relates to the thing as it is now. `repeated`: it is the administrator's own last change once more, after a lost
 * answer. `stale`: the thing has changed since the administrator saw it, and nothing may be changed.
 */
export type Freshness = 'fresh' | 'repeated' | 'stale'

/** `isDone`: whether the change would leave the thing as it is. */
export function freshnessOf(thing: Versioned, { version = 0, byId }: MadeOn, isDone: () => boolean): Freshness {
  if (version === 0 || version === thing.version) return 'fresh'
  return version < thing.version && thing.changedById === byId && isDone() ? 'repeated' : 'stale'
}
