/** Key of a draft: kind, entry and field. */
export interface DraftPlace {
  kind: string
  entry: number | string
  field: string
}

/** Web storage methods that drafts use. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Unsent form values of one administrator. */
export interface DraftStore {
  /** Returns the same object until the next write; undefined without a draft. */
  read: (place: DraftPlace) => unknown
  write: (place: DraftPlace, value: unknown) => void
  /** Writes a discarded value back, unless the place has been filled since: false then. */
  restore: (place: DraftPlace, value: unknown) => boolean
  clear: (place: DraftPlace) => void
  clearAll: () => void
  count: () => number
  /** False if the browser refused a draft, which a reload loses. */
  persists: () => boolean
  subscribe: (listener: () => void) => () => void
}

const PREFIX = 'console-draft/'

const folderOf = (administrator: number) => `${PREFIX}${administrator}/`

const keyOf = (administrator: number, { kind, entry, field }: DraftPlace) =>
  folderOf(administrator) + [kind, entry, field].map(encodeURIComponent).join('/')

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function draftKeys(storage: DraftStorage): string[] {
  try {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
      (key): key is string => key?.startsWith(PREFIX) ?? false,
    )
  } catch {
    return []
  }
}

/** Keeps one administrator's drafts, without storage until a reload, and erases those of others. */
export function createDraftStore(administrator: number, storage: DraftStorage | null): DraftStore {
  const values = new Map<string, unknown>()
  const listeners = new Set<() => void>()
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

  const read = (place: DraftPlace) => values.get(keyOf(administrator, place))
  const write = (place: DraftPlace, value: unknown) =>
    change(() => {
      const key = keyOf(administrator, place)
      values.set(key, value)
      if (attempt((own) => own.setItem(key, JSON.stringify(value)))) refused.delete(key)
      else refused.add(key)
    })

  return {
    read,
    write,
    restore: (place, value) => {
      const isFree = read(place) === undefined
      if (isFree) write(place, value)
      return isFree
    },
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

/** True if a value has the shape of `initial`; older pages stored others. */
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
