import { unitWords } from '../../../entities/item/item-words.js'
import type { Order } from './orders.js'
import { formatMoney } from '../../../shared/format.js'
import { whenWords } from '../../../shared/time/when-words.js'
import { STATUS_WORDS, takenBack } from './order-words.js'
import styles from './purchases.module.css'

export const OrderEntry = ({ order }: { order: Order }) => (
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
