import type { SavedGif } from '../../entities/gif/saved-gifs.js'
import { useGrowingList } from '../../shared/browser/use-growing-list.js'
import { SavedGifCard } from './saved-gif-card.js'
import styles from './gif-library.module.css'

/** A few screens full. */
const STEP = 24

interface SavedGifListProps {
  gifs: readonly SavedGif[]
  allPlay: boolean
  onDelete: (entry: { gif: SavedGif; index: number }) => void
}

/** Everything that is saved, newest first. */
export function SavedGifList({ gifs, allPlay, onDelete }: SavedGifListProps) {
  const { shown, end } = useGrowingList<HTMLDivElement>(gifs.length, STEP)
  return (
    <>
      <ul className={styles.list} aria-label="Saved GIFs">
        {gifs.slice(0, shown).map((gif, index) => (
          <SavedGifCard
            key={gif.id}
            gif={gif}
            name={`GIF ${index + 1} of ${gifs.length}`}
            allPlay={allPlay}
            onDelete={() => onDelete({ gif, index })}
          />
        ))}
      </ul>
      <div ref={end} />
    </>
  )
}
