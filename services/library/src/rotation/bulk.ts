import { type Acts, type ChangeGifsRequest, GifState as State } from '@kla/proto'
import { BULK_MAX, type LabelledActs } from '@kla/proto/web'
import type { BulkChange } from './rules.js'

/** GIF to change, and the version seen. */
export interface ChosenGif {
  readonly id: number
  readonly version?: number | undefined
}

/** Undefined if the request is not sound. */
export function readBulkChange(
  chosen: readonly ChosenGif[],
  given: ChangeGifsRequest['change'],
  labelled: (acts: Acts | undefined) => LabelledActs,
): BulkChange | undefined {
  const sound = chosen.length >= 1 && chosen.length <= BULK_MAX
  if (!sound || !chosen.every(({ id }) => Number.isSafeInteger(id) && id > 0)) return undefined
  switch (given?.$case) {
    case 'state':
      if (given.value === State.LIVE) return { kind: 'state', to: 'live' }
      return given.value === State.HIDDEN ? { kind: 'state', to: 'hidden' } : undefined
    case 'labels':
      return { kind: 'acts', to: labelled(given.value.acts) }
    case 'deleted':
      return given.value ? { kind: 'deletion' } : undefined
    case undefined:
      return undefined
  }
}
