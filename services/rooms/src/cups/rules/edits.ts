import type { Refused } from '@kla/chassis'
import { freshnessOf } from '@kla/proto/web'
import { refuse } from '../../shared/rules/input.js'
import type { CupCommand, CupMoment } from './command.js'
import type { Cup } from './cup.js'
import { reduceCup } from './reduce.js'

/** An administrator's edit of a known version. */
export interface Edit {
  readonly by: { readonly id: number; readonly name: string }
  readonly version: number
}

/** Refuses after another administrator's change, not after players'. */
export function editCup(cup: Cup, command: CupCommand, { by, version }: Edit, moment: CupMoment): Cup | Refused {
  const next = reduceCup(cup, command, moment)
  const last = { version: cup.edited?.version ?? 0, changedById: cup.edited?.byId ?? 0 }
  const isDone = () => 'refused' in next || isSame(cup, next)
  const freshness = freshnessOf(last, { version: Math.min(version, last.version), byId: by.id }, isDone)
  if (freshness === 'stale') return refuse('CHANGED_MEANWHILE')
  if ('refused' in next || next === cup) return next
  if (freshness === 'repeated') return cup
  return { ...next, edited: { version: next.version, byId: by.id, by: by.name, atMs: moment.nowMs } }
}

const isSame = (cup: Cup, next: Cup): boolean =>
  JSON.stringify({ ...next, version: 0 }) === JSON.stringify({ ...cup, version: 0 })
