import { Link } from 'react-router'
import { useInventoryQuery } from '../../entities/shop/shop.js'
import { PATHS } from '../../shared/config/paths.js'
import { formatNumber } from '../../shared/format.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import styles from './items-panel.module.css'

export function ItemsPanel() {
  const { data, isError, isFetching, refetch } = useInventoryQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel
      title="Items"
      aside={
        <Button busy={isFetching} onClick={() => void refetch()}>
          {!isFetching && <Icon name="refresh" />} Refresh
        </Button>
      }
    >
      <dl className={styles.counts} aria-busy={isFetching}>
        <ItemCount name="GIF saves" use="Each saves one GIF to your library." count={data?.gif_saves} />
        <ItemCount name="Wild Cards" use="Each plays one saved GIF in a battle." count={data?.wild_cards} />
      </dl>
      <div role="alert" className={styles.failed}>
        {isError && !isFetching && (
          <>
            <Icon name="offline" /> Could not load inventory.
          </>
        )}
      </div>
      <p className={styles.more}>
        You can get more in the <Link to={PATHS.shop}>Shop</Link>.
      </p>
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
          <span className="visually-hidden">not known</span>
        </>
      ) : (
        formatNumber(count)
      )}
    </dd>
    <dd className={styles.use}>{use}</dd>
  </div>
)
