import { createSource, type Observable } from '../browser/observable.js'

/** What happened without the player's doing; what a press led to is a toast instead. */
export interface Notice {
  readonly id: string
  readonly text: string
}

const PASSES_AFTER_MS = 10_000

const source = createSource<{ notices: readonly Notice[] }>({ notices: [] })
const timers = new Map<string, ReturnType<typeof setTimeout>>()

export const notices: Observable<{ readonly notices: readonly Notice[] }> = source

const without = (id: string): readonly Notice[] => source.get().notices.filter((notice) => notice.id !== id)

export function hideNotice(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (source.get().notices.some((notice) => notice.id === id)) source.set({ notices: without(id) })
}

interface NoticeOptions {
  /** Identity, of which only the latest notice shows. */
  id?: string
  /** True for what the page shows elsewhere or is soon out of date: it goes after a while. */
  passing?: boolean
}

export function showNotice(text: string, { id = text, passing = false }: NoticeOptions = {}): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  source.set({ notices: [...without(id), { id, text }] })
  if (passing)
    timers.set(
      id,
      setTimeout(() => hideNotice(id), PASSES_AFTER_MS),
    )
}
