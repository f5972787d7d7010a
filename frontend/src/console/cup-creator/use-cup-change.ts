import type { AdminCupView } from '@kla/proto/web'
import type { Fields } from '../kit/conflict.js'
import { useDraft } from '../kit/drafts.js'
import { useUndo } from '../kit/undo.js'
import { type Outcome, useChange } from '../kit/versions.js'
import { AS_SAVED, cupFields, type CupVersion, NO_SETTINGS, thingOf } from './cup-draft.js'

/**
 * Moves a draft's version past one's own change of the cup, unless someone else changed it in between. Players raise
 * the version without `changed_at`.
 */
export const advanced = <Basis extends CupVersion>(basis: Basis, before: CupVersion, after: CupVersion): Basis =>
  basis.version > 0 && (basis.version >= before.version || basis.changed_at === before.changed_at)
    ? { ...basis, version: after.version, changed_at: after.changed_at }
    : basis

type Sending = Promise<{ data?: AdminCupView | undefined; error?: unknown }> & { unwrap(): Promise<AdminCupView> }

interface CupChange {
  /** What the change was made on; default: the cup as shown. */
  on?: CupVersion
  yours: Fields
  send: (version: number, over: AdminCupView | null) => Sending
  failed: string
  onRefusal?: (error: unknown) => boolean
}

/** Changes a cup, and undoes it. One's own changes don't make one's own drafts stale. */
export function useCupChange(cup: AdminCupView) {
  const { id, name } = cup
  const thing = thingOf(id)
  const carryOut = useChange()
  const { push } = useUndo()
  const seeds = useDraft('cup', id, 'seeds', AS_SAVED)
  const settings = useDraft('cup', id, 'settings', NO_SETTINGS)

  const advance = (before: CupVersion, after: CupVersion) => {
    seeds.change((draft) => ({ ...draft, basis: advanced(draft.basis, before, after) }))
    settings.change((draft) => ({ ...draft, basis: advanced(draft.basis, before, after) }))
  }
  return {
    change: ({ on = cup, send, ...change }: CupChange): Promise<Outcome<AdminCupView, AdminCupView>> =>
      carryOut({
        ...change,
        thing,
        name,
        version: on.version,
        before: cupFields(cup),
        fieldsOf: cupFields,
        send: async (version, over: AdminCupView | null) => {
          const sent = await send(version, over)
          if (sent.data) advance(over ?? on, sent.data)
          return sent
        },
        versionAfter: ({ version }) => version,
      }),
    offerUndo: (label: string, { version, changed_at }: CupVersion, send: (version: number) => Sending) =>
      push({
        label,
        thing,
        version,
        undo: async (left) => {
          const after = await send(left).unwrap()
          advance({ version: left, changed_at }, after)
          return after.version
        },
      }),
  }
}
