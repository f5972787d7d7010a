import { useInventoryQuery } from '../../../entities/item/inventory.js'
import { useSavedGifsQuery } from '../../../entities/gif/saved-gifs.js'
import { buttonClass } from '../../../shared/ui/button.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { Retry } from '../items/retry.js'
import { ShopLink } from '../items/shop-link.js'
import { SavedGrid } from './saved-grid.js'
import styles from './tray.module.css'

/** What a Wild Card can be played with, or why none can. */
export function TrayContent({ onPlay }: { onPlay: (gifUrl: string) => void }) {
  const inventory = useInventoryQuery()
  const counts = inventory.data
  const hasCards = counts !== undefined && counts.wild_cards > 0
  const library = useSavedGifsQuery(undefined, { skip: !hasCards })

  if (counts === undefined && inventory.isError) {
    return (
      <p className={styles.words} role="alert">
        Could not load inventory. <Retry busy={inventory.isFetching} onRetry={inventory.refetch} />
      </p>
    )
  }
  if (counts !== undefined && !hasCards) {
    return (
      <div className={styles.words}>
        <p>Purchase Wild Cards in the Shop to use this feature</p>
        <ShopLink className={buttonClass()}>Open the Shop</ShopLink>
      </div>
    )
  }
  if (library.data === undefined && library.isError) {
    return (
      <p className={styles.words} role="alert">
        Failed to load saved GIFs. <Retry busy={library.isFetching} onRetry={library.refetch} />
      </p>
    )
  }
  if (library.data === undefined) {
    return (
      <p className={styles.words} role="status">
        <Spinner /> Fetching your saved GIFs…
      </p>
    )
  }
  if (library.data.length === 0) return <p className={styles.words}>You haven't saved any GIFs yet.</p>
  return <SavedGrid gifs={library.data} onPlay={onPlay} />
}
