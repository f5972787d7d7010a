import { Link } from 'react-router'
import { useInventoryQuery } from '../../entities/shop/shop.js'
import { PATHS } from '../../shared/config/paths.js'
import { formatNumber } from '../../shared/format.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { OWN_ITEMS } from '../../texts/settings.js'
import styles from './items-panel.module.css'

export function ItemsPanel() {
  const { data, isError, isFetching, refetch } = useInventoryQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel
      title={OWN_ITEMS.title}
      aside={
        <Button busy={isFetching} onClick={() => void refetch()}>
          {!isFetching && <Icon name="refresh" />} {OWN_ITEMS.refresh}
        </Button>
      }
    >
      <dl className={styles.counts} aria-busy={isFetching}>
        <ItemCount name={OWN_ITEMS.gifSaves} use={OWN_ITEMS.gifSavesUse} count={data?.gif_saves} />
        <ItemCount name={OWN_ITEMS.wildCards} use={OWN_ITEMS.wildCardsUse} count={data?.wild_cards} />
      </dl>
      <div role="alert" className={styles.failed}>
        {isError && !isFetching && (
          <>
            <Icon name="offline" /> {OWN_ITEMS.failed}
          </>
        )}
      </div>
      <p className={styles.more}>{OWN_ITEMS.getMore({ shop: (content) => <Link to={PATHS.shop}>{content}</Link> })}</p>
    </Panel>
  )
}

interface ItemCountProps {
  name: string
  use: string
  count: number | undefined
}

const ItemCount = ({ name, use, count }: ItemCountProps) => (
  <div className={styles.item}>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.count}>
      {count === undefined ? (
        <>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">{OWN_ITEMS.unknownSpoken}</span>
        </>
      ) : (
        formatNumber(count)
      )}
    </dd>
    <dd className={styles.use}>{use}</dd>
  </div>
)
