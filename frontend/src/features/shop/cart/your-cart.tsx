import { useRef } from 'react'
import { Link } from 'react-router'
import { Panel } from '../../../shared/ui/panel.js'
import { PATHS } from '../../../shared/config/paths.js'
import { formatMoney } from '../../../shared/format.js'
import { CartLine } from './cart-line.js'
import { droppedWords } from './dropped-words.js'
import { subtotalCents, type PricedLine } from './priced-lines.js'
import styles from './cart.module.css'

interface YourCartProps {
  lines: readonly PricedLine[]
  /** What was kept here and is on sale no more. */
  dropped: readonly number[]
  onIncrease: (line: PricedLine) => void
  onDecrease: (line: PricedLine) => void
}

export function YourCart({ lines, dropped, onIncrease, onDecrease }: YourCartProps) {
  const body = useRef<HTMLDivElement>(null)
  return (
    <Panel title="Your cart">
      <p className={styles.note} role="status">
        {droppedWords(dropped)}
      </p>
      <div ref={body} className={styles.body} tabIndex={-1}>
        {lines.length === 0 ? (
          <p className={styles.empty}>Nothing in it yet. Add an item, and it waits for you here.</p>
        ) : (
          <ul className={styles.lines}>
            {lines.map((line) => (
              <CartLine
                key={line.offer.id}
                line={line}
                onIncrease={() => onIncrease(line)}
                onDecrease={() => {
                  onDecrease(line)
                  // The pressed button goes with its line.
                  if (line.count === 1) body.current?.focus({ preventScroll: true })
                }}
              />
            ))}
          </ul>
        )}
      </div>
      <p className={styles.subtotal}>
        <span>Subtotal</span>
        <output>{formatMoney(subtotalCents(lines))}</output>
      </p>
      <p className={styles.note}>
        Every sale is final; see the <Link to={PATHS.terms}>Terms of Service</Link>.
      </p>
    </Panel>
  )
}
