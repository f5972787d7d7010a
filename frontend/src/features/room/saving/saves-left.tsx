import { GIF_SAVES_ANCHOR } from '../../../shared/config/paths.js'
import { useInventoryQuery } from '../../../entities/item/inventory.js'
import { Retry } from '../items/retry.js'
import { ShopLink } from '../items/shop-link.js'
import styles from './saving.module.css'

/** How many GIFs can still be saved. */
export function SavesLeft() {
  const { data: counts, isError, isFetching, refetch } = useInventoryQuery()
  if (counts === undefined) {
    return isError ? (
      <p className={styles.left}>
        Could not load inventory. <Retry busy={isFetching} onRetry={refetch} />
      </p>
    ) : null
  }
  const left = counts.gif_saves
  return (
    <p className={styles.left}>
      {left > 0 ? (
        <>
          <output>{left}</output> GIF {left === 1 ? 'save' : 'saves'} left
        </>
      ) : (
        <>
          No GIF saves left. <ShopLink anchor={GIF_SAVES_ANCHOR}>Get more</ShopLink>
        </>
      )}
    </p>
  )
}
