import { IconButton } from '../../../shared/ui/icon-button.js'
import { unitWords, grantsOf } from '../../../entities/item/item-words.js'
import { formatMoney } from '../../../shared/format.js'
import { limitReached, lineCents, type PricedLine } from './priced-lines.js'
import styles from './cart.module.css'

interface CartLineProps {
  line: PricedLine
  onIncrease: () => void
  onDecrease: () => void
}

export const CartLine = ({ line, onIncrease, onDecrease }: CartLineProps) => {
  const { offer, count } = line
  const limit = limitReached(line)
  const units = grantsOf(offer.id)?.units
  return (
    <li className={styles.line}>
      <p className={styles.name}>{offer.name}</p>
      <p className={styles.lineTotal}>{formatMoney(lineCents(line))}</p>
      <p className={styles.each}>
        {formatMoney(offer.priceCents)} each
        {units !== undefined && <>, gives {unitWords(offer.id, units * count)}</>}
      </p>
      <div className={styles.stepper} role="group" aria-label={`How many: ${offer.name}`}>
        <IconButton
          icon="minus"
          label={count === 1 ? `Remove ${offer.name}` : `Decrease ${offer.name}`}
          onClick={onDecrease}
        />
        <output className={styles.count}>{count}</output>
        <IconButton
          icon="plus"
          label={`Increase ${offer.name}`}
          title={limit ?? `Increase ${offer.name}`}
          aria-disabled={limit !== undefined}
          onClick={limit === undefined ? onIncrease : undefined}
        />
      </div>
      {limit !== undefined && <p className={styles.limit}>{limit}</p>}
    </li>
  )
}
