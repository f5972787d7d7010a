import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react'
import { Button } from '../../shared/ui/button.js'
import { toastUndo } from '../../shared/ui/toast.js'
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
  /** Discards it; the returned function restores it. */
  discard: () => () => void
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
        if (before !== undefined) drafts.write(place, before)
      }
    },
  }
}

interface DraftNoteProps {
  drafts: readonly Pick<Draft<unknown>, 'unsent' | 'discard'>[]
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
