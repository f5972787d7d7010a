import type { Refused } from '@kla/chassis'
import { freshnessOf } from '@kla/proto/web'
import { refuse } from '../../shared/rules/input.js'
import type { CupCommand, CupMoment } from './command.js'
import { type Cup, entryOf } from './cup.js'
import { reduceCup } from './reduce.js'

/** An administrator's edit of a known version. */
export interface Edit {
  readonly by: { readonly id: number; readonly name: string }
  readonly version: number
}

/** Refuses after another administrator's change, not after players'. Repeats of the last edit return the cup. */
export function editCup(cup: Cup, command: CupCommand, { by, version }: Edit, moment: CupMoment): Cup | Refused {
  const reduced = reduceCup(cup, command, moment)
  const next = command.kind === 'withdraw' && reduced === cup ? refuse('NOT_ENTERED') : reduced
  const last = { version: cup.edited?.version ?? 0, changedById: cup.edited?.byId ?? 0 }
  const isDone = () => 'refused' in next || isSame(cup, next)
  const freshness = freshnessOf(last, { version: Math.min(version, last.version), byId: by.id }, isDone)
  if (freshness === 'stale') return refuse('CHANGED_MEANWHILE')
  if ('refused' in next) return freshness === 'repeated' && hasHappened(cup, command) ? cup : next
  if (next === cup || freshness === 'repeated') return cup
  return { ...next, edited: { version: next.version, byId: by.id, by: by.name, atMs: moment.nowMs } }
}

/** True if a command that is refused has been carried out. */
function hasHappened(cup: Cup, command: CupCommand): boolean {
  switch (command.kind) {
    case 'start':
      return cup.phase === 'running' || cup.phase === 'finished'
    case 'cancel':
      return cup.phase === 'cancelled' && cup.cancelReason === command.reason
    case 'withdraw':
      return entryOf(cup, command.accountId) === undefined
    default:
      return false
  }
}

const isSame = (cup: Cup, next: Cup): boolean =>
  JSON.stringify({ ...next, version: 0 }) === JSON.stringify({ ...cup, version: 0 })
