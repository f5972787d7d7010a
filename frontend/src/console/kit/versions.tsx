import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { newId } from '../../shared/browser/new-id.js'
import { toastError } from '../../shared/ui/toast.js'
import { ConflictDialog } from './conflict-dialog.js'
import { conflictOf, type Fields, type Versioned } from './conflict.js'
import { useUndo } from './undo.js'

/** Change to versioned things, and how to send and describe it. */
export interface Change<Current, Answer> {
  /** Name by which undo finds the thing again: 'report 12'. */
  thing: string
  /** Name that people read: 'Report #12'. */
  name: string
  version: number
  before: Fields
  yours: Fields
  fieldsOf: (current: Current) => Fields
  /** Sends the change on a version; a change to many gets the conflict's views. */
  send: (version: number, over: Current | null) => Promise<{ data?: Answer | undefined; error?: unknown }>
  versionAfter?: (answer: Answer) => number
  failed: string
  /** Handles other refusals; returns true if nothing more is shown. */
  onRefusal?: (error: unknown) => boolean
}

/** Result of a change. `theirs`: given up. `open`: not made, still possible. */
export type Outcome<Answer, Current> =
  /** `over`: someone else's version that this change was applied to. */
  { kind: 'done'; answer: Answer; over: Current | null } | { kind: 'theirs' } | { kind: 'open' }

type CarryOut = <Current, Answer>(change: Change<Current, Answer>) => Promise<Outcome<Answer, Current>>

const VersionsContext = createContext<CarryOut | null>(null)

/** Makes a change on its version; a conflict shows both and asks. */
export const useChange = (): CarryOut => {
  const carryOut = useContext(VersionsContext)
  if (!carryOut) throw new Error('useChange needs a VersionsProvider above it.')
  return carryOut
}

type AnyChange = Change<unknown, unknown>
type AnyOutcome = Outcome<unknown, unknown>

const areMany = (current: unknown): current is readonly { readonly id: unknown }[] => Array.isArray(current)

/** Combines the newest views from the conflicts of a change to many. */
const seenTogether = (earlier: unknown, later: unknown): unknown => {
  if (!areMany(earlier) || !areMany(later)) return later
  const ids = new Set(later.map(({ id }) => id))
  return [...earlier.filter(({ id }) => !ids.has(id)), ...later]
}

const versionOf = (current: unknown): number => (current as Partial<Versioned>).version ?? 0

interface OpenConflict {
  id: string
  change: AnyChange
  current: unknown
  round: number
  settle: (outcome: AnyOutcome) => void
}

/** Makes changes, and shows their conflicts one after the other. */
export function VersionsProvider({ children }: { children: ReactNode }) {
  const [conflicts, setConflicts] = useState<readonly OpenConflict[]>([])
  const [conflict] = conflicts
  const { follow } = useUndo()

  const attempt = useCallback(
    async (change: AnyChange, over: unknown) => {
      const version = over === null ? change.version : versionOf(over)
      const { data, error } = await change.send(version, over)
      if (error === undefined) {
        const after = change.versionAfter?.(data)
        if (after !== undefined) follow(change.thing, version, after)
        return { outcome: { kind: 'done', answer: data, over } as const }
      }
      const stale = conflictOf(error)
      if (stale) return { current: stale.current }
      if (!change.onRefusal?.(error)) toastError(errorText(error, change.failed))
      return { outcome: { kind: 'open' } as const }
    },
    [follow],
  )

  const carryOut = useMemo<CarryOut>(
    () => (typed) => {
      const change = typed as unknown as AnyChange
      const first = attempt(change, null).then(
        ({ outcome, current }) =>
          outcome ??
          new Promise<AnyOutcome>((settle) =>
            setConflicts((before) => [...before, { id: newId(), change, current, round: 0, settle }]),
          ),
      )
      return first as Promise<Outcome<never, never>>
    },
    [attempt],
  )

  const close = ({ id, settle }: OpenConflict, outcome: AnyOutcome) => {
    settle(outcome)
    setConflicts((before) => before.filter((each) => each.id !== id))
  }
  const applyMine = async (open: OpenConflict) => {
    const { outcome, current } = await attempt(open.change, open.current)
    if (outcome) close(open, outcome)
    else {
      const again = { ...open, current: seenTogether(open.current, current), round: open.round + 1 }
      setConflicts((before) => before.map((each) => (each.id === open.id ? again : each)))
    }
  }
  return (
    <VersionsContext value={carryOut}>
      {children}
      {conflict && (
        <ConflictDialog
          key={conflict.id}
          name={conflict.change.name}
          before={conflict.change.before}
          yours={conflict.change.yours}
          theirs={conflict.change.fieldsOf(conflict.current)}
          current={conflict.current}
          again={conflict.round > 0}
          onApplyMine={() => applyMine(conflict)}
          onKeepTheirs={() => close(conflict, { kind: 'theirs' })}
          onClose={() => close(conflict, { kind: 'open' })}
        />
      )}
    </VersionsContext>
  )
}
