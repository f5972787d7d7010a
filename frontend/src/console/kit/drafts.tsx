import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react'
import { newId } from '../../shared/browser/new-id.js'
import { Button } from '../../shared/ui/button.js'
import { toastNeutral, toastUndo } from '../../shared/ui/toast.js'
import { useAskBeforeLeaving } from './ask-before-leaving.js'
import {
  createDraftStore,
  type DraftPlace,
  type DraftStorage,
  type DraftStore,
  hasShapeOf,
  isSame,
} from './draft-store.js'
import styles from './drafts.module.css'

const DraftsContext = createContext<DraftStore>(createDraftStore(0, null))

/** Null where the browser denies it (blocked site data). */
function tabStorage(): DraftStorage | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}

interface DraftsProviderProps {
  /** Owner of the drafts; another id needs another `key`. */
  administrator: number
  children: ReactNode
}

/** Holds drafts; the browser asks before leaving while any exist. */
export function DraftsProvider({ administrator, children }: DraftsProviderProps) {
  const [drafts] = useState(() => createDraftStore(administrator, tabStorage()))
  const unsent = useSyncExternalStore(drafts.subscribe, () => drafts.count() > 0)
  useAskBeforeLeaving(unsent)
  return <DraftsContext value={drafts}>{children}</DraftsContext>
}

export function useDrafts() {
  const drafts = useContext(DraftsContext)
  const count = useSyncExternalStore(drafts.subscribe, drafts.count)
  return { count, discardAll: drafts.clearAll }
}

/** Typed value that survives until it is sent. */
export interface Draft<Value> {
  value: Value
  unsent: boolean
  change: (value: Value | ((before: Value) => Value)) => void
  /** Forgets what was sent, unless more was typed meanwhile. */
  sent: (value: Value) => void
  /** Discards it. The returned function restores it, or returns false and says that newer text was kept. */
  discard: () => () => boolean
}

/** Keeps typed text across tabs, reloads and sign-ins until it is sent. Never for passwords and codes. */
export function useDraft<Value>(kind: string, entry: number | string, field: string, initial: Value): Draft<Value> {
  const drafts = useContext(DraftsContext)
  const place = useMemo<DraftPlace>(() => ({ kind, entry, field }), [kind, entry, field])
  const read = () => {
    const kept = drafts.read(place)
    return kept !== undefined && hasShapeOf(kept, initial) ? (kept as Value) : undefined
  }
  const kept = useSyncExternalStore(drafts.subscribe, read)
  return {
    value: kept === undefined ? initial : kept,
    unsent: kept !== undefined,
    change: (next) => {
      const value = typeof next === 'function' ? (next as (before: Value) => Value)(read() ?? initial) : next
      if (isSame(value, initial)) drafts.clear(place)
      else drafts.write(place, value)
    },
    sent: (value) => {
      if (isSame(read(), value)) drafts.clear(place)
    },
    discard: () => {
      const before = drafts.read(place)
      drafts.clear(place)
      return () => {
        const isRestored = before === undefined || drafts.restore(place, before)
        if (!isRestored) toastNeutral(KEPT_NEWER, { id: KEPT_NEWER })
        return isRestored
      }
    },
  }
}

const KEPT_NEWER = "You've written something new since. We kept that instead of the old draft."

/** Returns the id of an attempt: the same content keeps its id, also across a reload. */
export function keepAttempt<Value extends { attempt: { id: string; content: string } }>(
  draft: Draft<Value>,
  sent: unknown,
): string {
  const content = JSON.stringify(sent)
  if (draft.value.attempt.content === content) return draft.value.attempt.id
  const attempt = { id: newId(), content }
  draft.change((before) => ({ ...before, attempt }))
  return attempt.id
}

interface DraftNoteProps {
  drafts: readonly { unsent: boolean; discard: () => () => unknown }[]
  of: string
}

export function DraftNote({ drafts, of }: DraftNoteProps) {
  const store = useContext(DraftsContext)
  const persists = useSyncExternalStore(store.subscribe, store.persists)
  if (!drafts.some(({ unsent }) => unsent)) return null
  return (
    <p className={styles.note}>
      <span>
        {persists
          ? 'Not sent yet. This tab keeps it until you send it.'
          : "Not sent yet. This browser doesn't store it, so reloading the page loses it."}
      </span>
      <Button
        variant="quiet"
        aria-label={`Discard draft of ${of}`}
        onClick={() => {
          const restores = drafts.map((draft) => draft.discard())
          toastUndo('Draft discarded.', () => restores.forEach((restore) => restore()))
        }}
      >
        Discard draft
      </Button>
    </p>
  )
}
