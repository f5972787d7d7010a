import { useEffect, useRef, useState } from 'react'
import type { SavedGif } from '../../lib/api/saved-gifs.js'
import { useGrowingList } from '../../lib/browser/use-growing-list.js'
import { DeleteDialog } from './delete-dialog.js'
import { focusAfter } from './focus-after.js'
import { SavedGifCard } from './saved-gif-card.js'
import styles from './gif-library.module.css'

/** A few screens full. */
const STEP = 48

interface SavedGifListProps {
  gifs: readonly SavedGif[]
  allPlay: boolean
}

/** Everything that is saved, newest first. */
export function SavedGifList({ gifs, allPlay }: SavedGifListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { shown, end } = useGrowingList<HTMLDivElement>(gifs.length, STEP)
  const [deleting, setDeleting] = useState<{ gif: SavedGif; index: number } | null>(null)
  const [vacated, setVacated] = useState<{ index: number } | null>(null)

  useEffect(() => {
    if (vacated === null) return
    const entries = list.current?.querySelectorAll<HTMLElement>('[data-delete]')
    const next = focusAfter(vacated.index, entries?.length ?? 0)
    if (next !== null) entries?.[next]?.focus()
  }, [vacated])

  const done = (deleted: boolean) => {
    if (deleted && deleting) setVacated({ index: deleting.index })
    // With the last entry this list goes too.
    if (deleted && gifs.length === 1) document.getElementById('main')?.focus()
    setDeleting(null)
  }

  return (
    <>
      <ul ref={list} className={styles.list} aria-label="Saved GIFs">
        {gifs.slice(0, shown).map((gif, index) => (
          <SavedGifCard
            key={gif.id}
            gif={gif}
            name={`GIF ${index + 1} of ${gifs.length}`}
            allPlay={allPlay}
            onDelete={() => setDeleting({ gif, index })}
          />
        ))}
      </ul>
      <div ref={end} />
      {deleting && <DeleteDialog gif={deleting.gif} onDone={done} />}
    </>
  )
}
