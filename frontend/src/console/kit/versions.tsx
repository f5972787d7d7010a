import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { toastError } from '../../shared/ui/toast.js'
import { conflictOf, type Fields, type Versioned } from './conflict.js'
import { ConflictDialog } from './conflict-dialog.js'
import { useUndo } from './undo.js'

export interface Change<Current, Answer> {
  /** Names the thing for undo: 'report 12'. */
  thing: string
  /** Names it for people: 'Report #12'. */
  name: string
  version: number
  /** The fields as the person saw them. */
  before: Fields
  /** What the change sets. Fields that it leaves alone are absent. */
  yours: Fields
  fieldsOf: (current: Current) => Fields
  /** Sends the change on the given version; a change to many gets what the conflict has shown. */
  send: (version: number, over: Current | null) => Promise<{ data?: Answer; error?: unknown }>
  /** The version that the change has led to, when its answer has one. */
  versionAfter?: (answer: Answer) => number
  /** Fallback text for failures without a server message. */
  failed: string
  /** Handles other refusals; returns true when nothing more is to be shown. */
  onRefusal?: (error: unknown) => boolean
}

/** `theirs`: the administrator gave up the change. `open`: the change was not made and can still be made. */
export type Outcome<Answer, Current> =
  /** `over`: someone else's version that the change was applied on top of. */
  { kind: 'done'; answer: Answer; over: Current | null } | { kind: 'theirs' } | { kind: 'open' }

type CarryOut = <Current, Answer>(change: Change<Current, Answer>) => Promise<Outcome<Answer, Current>>

const VersionsContext = createContext<CarryOut | null>(null)

/**
 * Carries out a change on the version it was made on. If someone else has changed the thing since, shows both versions
 * and lets the person decide.
 */
export const useChange = (): CarryOut => {
  const carryOut = useContext(VersionsContext)
  if (!carryOut) throw new Error('useChange needs a VersionsProvider above it.')
  return carryOut
}

type AnyChange = Change<unknown, unknown>
type AnyOutcome = Outcome<unknown, unknown>

/** Combines what each conflict of a change to many has shown: the newest view of each thing. */
const seenTogether = (earlier: unknown, later: unknown): unknown => {
  if (!Array.isArray(earlier) || !Array.isArray(later)) return later
  const ids = new Set(later.map(({ id }: { id: unknown }) => id))
  return [...earlier.filter(({ id }: { id: unknown }) => !ids.has(id)), ...later]
}

/** Version of one thing; a change to many sends its own. */
const versionOf = (current: unknown): number => (current as Partial<Versioned>).version ?? 0

interface OpenConflict {
  change: AnyChange
  current: unknown
  /** How often it was changed again while this was shown. */
  round: number
  settle: (outcome: AnyOutcome) => void
}

export function VersionsProvider({ children }: { children: ReactNode }) {
  const [conflict, setConflict] = useState<OpenConflict | null>(null)
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
          outcome ?? new Promise<AnyOutcome>((settle) => setConflict({ change, current, round: 0, settle })),
      )
      return first as Promise<Outcome<never, never>>
    },
    [attempt],
  )

  const close = (outcome: AnyOutcome) => {
    conflict?.settle(outcome)
    setConflict(null)
  }
  const applyMine = async () => {
    if (!conflict) return
    const { outcome, current } = await attempt(conflict.change, conflict.current)
    if (outcome) close(outcome)
    else setConflict({ ...conflict, current: seenTogether(conflict.current, current), round: conflict.round + 1 })
  }
  return (
    <VersionsContext value={carryOut}>
      {children}
      {conflict && (
        <ConflictDialog
          name={conflict.change.name}
          before={conflict.change.before}
          yours={conflict.change.yours}
          theirs={conflict.change.fieldsOf(conflict.current)}
          current={conflict.current}
          again={conflict.round > 0}
          onApplyMine={applyMine}
          onKeepTheirs={() => close({ kind: 'theirs' })}
          onClose={() => close({ kind: 'open' })}
        />
      )}
    </VersionsContext>
  )
}
