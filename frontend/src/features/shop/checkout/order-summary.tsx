import { formatMoney } from '../../../lib/money/format-money.js'
import { lineCents, subtotalCents, type PricedLine } from '../cart/priced-lines.js'
import styles from './checkout.module.css'

/** What is about to be paid for. */
export const OrderSummary = ({ lines }: { lines: readonly PricedLine[] }) => (
  <ul className={styles.summary}>
    {lines.map((line) => (
      <li key={line.offer.id} className={styles.entry}>
        <span>
          {line.count} × {line.offer.name}
        </span>
        <span>{formatMoney(lineCents(line))}</span>
      </li>
    ))}
    <li className={styles.total}>
      <span>Total</span>
      <span>{formatMoney(subtotalCents(lines))}</span>
    </li>
  </ul>
)
