/** Whether a key outside fields runs a shortcut, is kept for an opening field, or goes to the browser. */
export type KeyAction = 'run' | 'keep' | 'leave'

/** A form that takes longer will not open. */
export const OPENING_MS = 3_000
/** Keys that follow faster are one stretch of typing. */
export const TYPING_MS = 600

const MOVES_FOCUS: ReadonlySet<string> = new Set(['Tab', 'Shift'])

/** True for a key that types a character. */
export const isPrintable = (key: string): boolean => [...key].length === 1

export interface KeyGate {
  /** Marks part of the page as not ready until the returned function is called. */
  wait: () => () => void
  opens: (atMs: number) => void
  opened: () => string
  typed: (atMs: number) => void
  left: () => void
  actionFor: (key: string, atMs: number) => KeyAction
}

/** Suspends shortcuts while a form opens, the page is not ready, or a field vanished under the typist. */
export function createKeyGate(): KeyGate {
  const waiting = new Set<symbol>()
  let openingAtMs: number | null = null
  let ahead = ''
  let typedAtMs = Number.NEGATIVE_INFINITY

  const end = () => {
    const typed = ahead
    openingAtMs = null
    ahead = ''
    return typed
  }
  return {
    wait: () => {
      const part = Symbol()
      waiting.add(part)
      return () => void waiting.delete(part)
    },
    opens: (atMs) => {
      ahead = ''
      openingAtMs = atMs
    },
    opened: end,
    typed: (atMs) => {
      typedAtMs = atMs
    },
    left: () => {
      typedAtMs = Number.NEGATIVE_INFINITY
    },
    actionFor: (key, atMs) => {
      if (openingAtMs !== null && (atMs - openingAtMs > OPENING_MS || key === 'Escape')) end()
      if (key === 'Escape') return 'run'
      if (MOVES_FOCUS.has(key)) return 'leave'
      if (openingAtMs !== null) {
        if (key === 'Backspace') ahead = [...ahead].slice(0, -1).join('')
        else if (isPrintable(key)) ahead += key
        typedAtMs = atMs
        return 'keep'
      }
      if (waiting.size > 0) return 'leave'
      if (isPrintable(key) && atMs - typedAtMs < TYPING_MS) {
        typedAtMs = atMs
        return 'leave'
      }
      return 'run'
    },
  }
}
