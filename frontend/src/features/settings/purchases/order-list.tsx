import { useState } from 'react'
import { Button } from '../../../shared/ui/button.js'
import type { Order } from './orders.js'
import { OrderEntry } from './order-entry.js'
import styles from './purchases.module.css'

/** As many as most people ever look for. */
const FIRST = 5

/** The newest purchases, and the others for those who ask. */
export function OrderList({ orders }: { orders: readonly Order[] }) {
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
