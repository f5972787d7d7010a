import { Button } from '../../../shared/ui/button.js'
import { formatMoney } from '../../../shared/format.js'
import { itemCount, subtotalCents, type PricedLine } from './priced-lines.js'
import styles from './cart.module.css'

/** The way to the checkout, with how many items and for how much. */
export const CheckoutBar = ({ lines, onCheckout }: { lines: readonly PricedLine[]; onCheckout: () => void }) => {
  const count = itemCount(lines)
  return (
    <div className={styles.bar} data-empty={count === 0}>
      <Button variant="primary" size="l" wide disabled={count === 0} onClick={onCheckout}>
        <span className="tabular">
          Checkout ({count} {count === 1 ? 'item' : 'items'}) · {formatMoney(subtotalCents(lines))}
        </span>
      </Button>
    </div>
  )
}
