import { useEffect, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { useSavedGifsQuery } from '../../entities/gif/saved-gifs.js'
import { useStillness } from '../../shared/browser/use-media-query.js'
import { DeleteDialog } from './delete-dialog.js'
import { LibraryFailed, LibraryLoading, NothingSaved } from './library-states.js'
import { SavedGifList } from './saved-gif-list.js'
import { useDeleting } from './use-deleting.js'
import styles from './gif-library.module.css'

export function Library() {
  // Something may have been saved in a battle since.
  const { data: gifs, error, isFetching, refetch } = useSavedGifsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { page, asked, ask, done } = useDeleting()
  const stillness = useStillness()
  /** Null: as the person's system has it. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const allPlay = chosen ?? !stillness

  useEffect(() => {
    if (error) console.error('Saved GIFs could not be loaded', (error as { status?: unknown }).status)
  }, [error])

  return (
    <div ref={page} className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>Your Saved GIFs</h1>
        {gifs && gifs.length > 0 && (
          <Button onClick={() => setChosen(!allPlay)}>
            <Icon name={allPlay ? 'pause' : 'play'} /> {allPlay ? 'Pause all' : 'Play all'}
          </Button>
        )}
      </header>
      {gifs === undefined && !error && <LibraryLoading />}
      <div className={styles.state}>
        {gifs === undefined && error && <LibraryFailed busy={isFetching} onRetry={() => void refetch()} />}
        {gifs?.length === 0 && <NothingSaved />}
      </div>
      {gifs && gifs.length > 0 && <SavedGifList gifs={gifs} allPlay={allPlay} onDelete={ask} />}
      {asked && <DeleteDialog gif={asked.gif} onDone={done} />}
    </div>
  )
}
