import { useState } from 'react'
import { Link } from 'react-router'
import { unitWords } from '../../entities/item/item-words.js'
import { PATHS } from '../../shared/config/paths.js'
import { formatMoney } from '../../shared/format.js'
import { whenWords } from '../../shared/time/when-words.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { type Order, STATUS_WORDS, takenBack, useOrdersQuery } from './orders.js'
import styles from './purchases.module.css'

export function PurchasesPanel() {
  const { data: orders, isError, isFetching, refetch } = useOrdersQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title="Purchases">
      {!orders && !isError && <Skeleton height="6rem" />}
      {!orders && isError && (
        <EmptyState
          icon="offline"
          title="Your purchases could not be loaded"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          They are safe; only the list did not come.
        </EmptyState>
      )}
      {orders?.length === 0 && (
        <EmptyState
          icon="cart"
          title="No purchases yet."
          action={
            <Link className={buttonClass()} to={PATHS.shop}>
              Go to the Shop
            </Link>
          }
        />
      )}
      {orders && orders.length > 0 && <OrderList orders={orders} />}
    </Panel>
  )
}

const FIRST = 5

function OrderList({ orders }: { orders: readonly Order[] }) {
  const [all, setAll] = useState(false)
  const folded = orders.length > FIRST
  return (
    <>
      <ul className={styles.orders} aria-label="Purchases">
        {orders.slice(0, all ? orders.length : FIRST).map((order) => (
          <OrderEntry key={order.id} order={order} />
        ))}
      </ul>
      {folded && (
        <Button aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${orders.length}`}
        </Button>
      )}
    </>
  )
}

const OrderEntry = ({ order }: { order: Order }) => (
  <li className={styles.order}>
    <p className={styles.head}>
      <time dateTime={order.created_at}>{whenWords(order.created_at)}</time>
      <span className={styles.total}>{formatMoney(order.total_cents)}</span>
    </p>
    <p className={styles.status} data-status={order.status}>
      {STATUS_WORDS[order.status]}
    </p>
    <ul className={styles.lines}>
      {order.lines.map((line) => (
        <li key={line.item_id}>
          {line.quantity} × {line.name} <span className={styles.units}>({unitWords(line.item_id, line.units)})</span>
          {takenBack(line) && <p className={styles.units}>{takenBack(line)}</p>}
        </li>
      ))}
    </ul>
  </li>
)
