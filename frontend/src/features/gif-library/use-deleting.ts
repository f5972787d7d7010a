import { useEffect, useRef, useState, type RefObject } from 'react'
import type { SavedGif } from '../../entities/gif/saved-gifs.js'
import { focusAfter } from './focus-after.js'

interface Entry {
  gif: SavedGif
  index: number
}

interface Deleting {
  /** Belongs on what holds the entries. */
  page: RefObject<HTMLDivElement | null>
  /** What is being asked about. */
  asked: Entry | null
  ask: (entry: Entry) => void
  done: (deleted: boolean) => void
}

/** The question before a GIF is deleted, and where the focus goes after. */
export function useDeleting(): Deleting {
  const page = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<Entry | null>(null)
  const [vacated, setVacated] = useState<Entry | null>(null)

  useEffect(() => {
    if (vacated === null) return
    const entries = page.current?.querySelectorAll<HTMLElement>('[data-delete]')
    const next = focusAfter(vacated.index, entries?.length ?? 0)
    const focused = next === null ? page.current?.closest('main') : entries?.[next]
    focused?.focus()
  }, [vacated])

  const done = (deleted: boolean) => {
    if (deleted) setVacated(asked)
    setAsked(null)
  }
  return { page, asked, ask: setAsked, done }
}
