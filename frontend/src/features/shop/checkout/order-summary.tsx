import { formatMoney } from '../../../shared/format.js'
import { lineCents, subtotalCents, type PricedLine } from '../cart/priced-lines.js'
import { SeasonEnd } from '../items/season-end.js'
import styles from './checkout.module.css'

/** What is about to be paid for. */
export const OrderSummary = ({ lines }: { lines: readonly PricedLine[] }) => (
  <ul className={styles.summary}>
    {lines.map((line) => (
      <li key={line.offer.id} className={styles.entry}>
        <div>
          {line.count} × {line.offer.name}
          <SeasonEnd className={styles.note} itemId={line.offer.id} />
        </div>
        <span>{formatMoney(lineCents(line))}</span>
      </li>
    ))}
    <li className={styles.total}>
      <span>Total</span>
      <span>{formatMoney(subtotalCents(lines))}</span>
    </li>
  </ul>
)
