import { unitWords } from '../../../config/item-words.js'
import type { Order } from '../../../lib/api/orders.js'
import { formatMoney } from '../../../lib/money/format-money.js'
import { STATUS_WORDS, takenBack } from './order-words.js'
import styles from './purchases.module.css'

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const OrderEntry = ({ order }: { order: Order }) => (
  <li className={styles.order}>
    <p className={styles.head}>
      <time dateTime={order.created_at}>{date.format(new Date(order.created_at))}</time>
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
