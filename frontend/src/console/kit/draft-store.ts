/** A typed field: what it is about, which entry, and which field of its form. */
export interface DraftPlace {
  /** Kind of entry, for example 'ticket'. */
  kind: string
  /** The entry's id, or 'new'. */
  entry: number | string
  field: string
}

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface DraftStore {
  /** Returns the same object until the next write; undefined when nothing is unsent. */
  read: (place: DraftPlace) => unknown
  /** Stores any JSON value as unsent. */
  write: (place: DraftPlace, value: unknown) => void
  clear: (place: DraftPlace) => void
  clearAll: () => void
  /** Number of fields with unsent content. */
  count: () => number
  /** False while the browser refuses to store a draft: a reload loses it. */
  persists: () => boolean
  subscribe: (listener: () => void) => () => void
}

const PREFIX = 'console-draft/'

const folderOf = (administrator: number) => `${PREFIX}${administrator}/`

const keyOf = (administrator: number, { kind, entry, field }: DraftPlace) =>
  folderOf(administrator) + [kind, entry, field].map(encodeURIComponent).join('/')

/** Undefined for anything but JSON. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Empty where the browser refuses to list what it stores. */
function draftKeys(storage: DraftStorage): string[] {
  try {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
      (key): key is string => key?.startsWith(PREFIX) ?? false,
    )
  } catch {
    return []
  }
}

/**
 * Keeps what one administrator has typed and not sent, and erases other administrators' drafts. Without storage, or
 * when it is full, drafts last until the page is reloaded.
 */
export function createDraftStore(administrator: number, storage: DraftStorage | null): DraftStore {
  const values = new Map<string, unknown>()
  const listeners = new Set<() => void>()
  /** Keys that the browser refused to store. */
  const refused = new Set<string>()

  const change = (act: () => void) => {
    act()
    for (const listener of listeners) listener()
  }
  const attempt = (act: (storage: DraftStorage) => void): boolean => {
    if (storage === null) return false
    try {
      act(storage)
      return true
    } catch {
      return false
    }
  }
  for (const key of storage === null ? [] : draftKeys(storage)) {
    attempt((own) => {
      const value = key.startsWith(folderOf(administrator)) ? parsed(own.getItem(key)) : undefined
      if (value === undefined) own.removeItem(key)
      else values.set(key, value)
    })
  }
  const remove = (key: string) => {
    values.delete(key)
    refused.delete(key)
    attempt((own) => own.removeItem(key))
  }

  return {
    read: (place) => values.get(keyOf(administrator, place)),
    write: (place, value) =>
      change(() => {
        const key = keyOf(administrator, place)
        values.set(key, value)
        if (attempt((own) => own.setItem(key, JSON.stringify(value)))) refused.delete(key)
        else refused.add(key)
      }),
    clear: (place) => {
      const key = keyOf(administrator, place)
      if (values.has(key)) change(() => remove(key))
    },
    clearAll: () => change(() => [...values.keys()].forEach(remove)),
    count: () => values.size,
    persists: () => storage !== null && refused.size === 0,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** True if a stored value has the shape of `initial`: an older page may have stored another one. */
export function hasShapeOf(value: unknown, initial: unknown): boolean {
  if (initial === null || initial === undefined) return true
  if (value === null || typeof value !== typeof initial || Array.isArray(value) !== Array.isArray(initial)) return false
  if (typeof initial !== 'object' || Array.isArray(initial)) return true
  return Object.entries(initial).every(([name, part]) => {
    const own = (value as Record<string, unknown>)[name]
    return own === null || hasShapeOf(own, part)
  })
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
