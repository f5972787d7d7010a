import { useOffersQuery } from './shop-api.js'
import { Columns } from './columns.js'
import { NothingOnSale, ShopFailed, ShopLoading, SignedOut } from './shop-states.js'
import { useGifSavesAnchor } from './use-gif-saves-anchor.js'
import styles from './shop.module.css'

/** The session ended since this page was opened. */
const isSignedOut = (error: unknown) => (error as { status?: unknown } | undefined)?.status === 401

/** The shop as a player sees it. Prices are asked for at every visit. */
export function Storefront() {
  const { data: offers, error, isFetching, refetch } = useOffersQuery(undefined, { refetchOnMountOrArgChange: true })
  useGifSavesAnchor(offers !== undefined)

  if (isSignedOut(error)) return <SignedOut />
  return (
    <div className={styles.shop}>
      <header>
        <h1 className={styles.title}>Shop</h1>
        <p className={styles.lead}>For saving what you liked, and for playing it again. Prices are in US dollars.</p>
      </header>
      {!offers && !error && <ShopLoading />}
      {!offers && error && <ShopFailed busy={isFetching} onRetry={() => void refetch()} />}
      {offers?.length === 0 && <NothingOnSale />}
      {offers && offers.length > 0 && <Columns offers={offers} />}
    </div>
  )
}
