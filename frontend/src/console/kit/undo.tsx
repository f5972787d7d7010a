import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { errorCode, errorText, isRefusal, isSignedOut } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { changedBy, conflictOf } from './conflict.js'
import { useShortcut } from './shortcuts.js'

/** Change that the administrator can still undo. */
export interface Undoable {
  /** Description of the change: 'Report #12: pending → reviewed'. */
  label: string
  thing?: string
  /** Version after the change, the only one it can be undone on. */
  version?: number
  /** Unix milliseconds after which the server refuses it. */
  untilMs?: number
  undo: (version: number) => Promise<unknown>
}

export const UNDO_MAX = 20

export const pushed = (stack: readonly Undoable[], done: Undoable): Undoable[] => [...stack, done].slice(-UNDO_MAX)

/** Moves earlier undos of `thing` to version `to`: no one else changed it since `from`. */
export const followed = (stack: readonly Undoable[], thing: string, from: number, to: number): Undoable[] =>
  stack.map((done) => (done.thing === thing && done.version === from ? { ...done, version: to } : done))

/** Undos that the server would still carry out. */
export const current = (stack: readonly Undoable[], nowMs: number): Undoable[] =>
  stack.filter(({ untilMs }) => untilMs === undefined || untilMs > nowMs)

interface Undo {
  last: Undoable | undefined
  busy: boolean
  push: (done: Undoable) => void
  follow: (thing: string, from: number, to: number) => void
  undo: () => Promise<void>
}

const UndoContext = createContext<Undo | null>(null)

export const useUndo = (): Undo => {
  const undo = useContext(UndoContext)
  if (!undo) throw new Error('useUndo needs an UndoProvider above it.')
  return undo
}

/** Explains why nothing was undone. */
export function undoProblem(error: unknown, label: string): string {
  const stale = conflictOf(error)
  if (stale) return `${changedBy(stale.current)} changed this since. Nothing was undone.`
  return errorText(error, `We couldn't undo: ${label}`)
}

/** True if repeating the undo is pointless, unlike after a lost connection, a lapsed session or a cancelled confirmation. */
export function isFinal(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown }
  if (status === undefined) return true
  return isRefusal(error) && !isSignedOut(error) && errorCode(error) !== 'STEP_UP_REQUIRED'
}

export function UndoProvider({ children }: { children: ReactNode }) {
  const [stack, setStack] = useState<readonly Undoable[]>([])
  const [busy, setBusy] = useState(false)
  const last = stack.at(-1)
  useEffect(() => {
    const ends = stack.flatMap(({ untilMs }) => untilMs ?? [])
    if (ends.length === 0) return undefined
    const timer = setTimeout(
      () => setStack((before) => current(before, Date.now())),
      Math.max(0, Math.min(...ends) - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [stack])
  const follow = useCallback(
    (thing: string, from: number, to: number) => setStack((before) => followed(before, thing, from, to)),
    [],
  )

  const undo = useMemo(
    () => ({
      last,
      busy,
      push: (done: Undoable) => setStack((before) => pushed(before, done)),
      follow,
      undo: async () => {
        if (!last || busy) return
        setBusy(true)
        let after: unknown
        let isOver = true
        try {
          after = await last.undo(last.version ?? 0)
          toastSuccess(`Undone: ${last.label}`)
        } catch (error) {
          toastError(undoProblem(error, last.label))
          isOver = isFinal(error)
        }
        setBusy(false)
        if (!isOver) return
        setStack((before) => {
          const rest = before.filter((done) => done.undo !== last.undo)
          const { thing, version } = last
          return thing !== undefined && version !== undefined && typeof after === 'number'
            ? followed(rest, thing, version, after)
            : rest
        })
      },
    }),
    [last, busy, follow],
  )
  return <UndoContext value={undo}>{children}</UndoContext>
}

export function UndoButton() {
  const { last, busy, undo } = useUndo()
  const what = last ? `Undo: ${last.label}` : 'Nothing to undo'
  useShortcut('u', 'Undo the last change', () => void undo())
  return (
    <Button variant="quiet" title={what} aria-label={what} disabled={!last} busy={busy} onClick={() => void undo()}>
      Undo
    </Button>
  )
}
