/** State of something with a version. */
export interface Versioned {
  /** Rises from 1 with every change. */
  readonly version: number
  /** Last administrator to change it, or 0. */
  readonly changedById: number
}

/** Version and author of a change. */
export interface MadeOn {
  /** Version seen; undefined or 0: not checked. */
  readonly version: number | undefined
  readonly byId: number
}

/** `repeated`: their own last change again, after a lost answer. `stale`: changed since seen; nothing may change. */
export type Freshness = 'fresh' | 'repeated' | 'stale'

/** `isDone`: the change would do nothing. */
export function freshnessOf(thing: Versioned, { version = 0, byId }: MadeOn, isDone: () => boolean): Freshness {
  if (version === 0 || version === thing.version) return 'fresh'
  return version < thing.version && thing.changedById === byId && isDone() ? 'repeated' : 'stale'
}
