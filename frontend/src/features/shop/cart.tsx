import { useMemo, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import * as edits from '../../entities/cart/cart.js'
import { cart } from '../../entities/cart/cart.js'
import { grantsOf, unitWords } from '../../entities/shop/items.js'
import type { Offer } from '../../entities/shop/shop.js'
import { PATHS } from '../../shared/config/paths.js'
import { formatMoney } from '../../shared/format.js'
import { Button } from '../../shared/ui/button.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import { Panel } from '../../shared/ui/panel.js'
import { CART } from '../../texts/shop.js'
import styles from './cart.module.css'
import {
  droppedItems,
  droppedWords,
  itemCount,
  limitReached,
  lineCents,
  type PricedLine,
  priceLines,
  subtotalCents,
  toCartLines,
} from './rules.js'

interface YourCartProps {
  lines: readonly PricedLine[]
  dropped: readonly number[]
  /** True if an earlier checkout turned out to be paid. */
  foundPaid: boolean
  onIncrease: (line: PricedLine) => void
  onDecrease: (line: PricedLine) => void
}

export function YourCart({ lines, dropped, foundPaid, onIncrease, onDecrease }: YourCartProps) {
  const body = useRef<HTMLDivElement>(null)
  return (
    <Panel title={CART.title}>
      <p className={styles.note} role="status">
        {foundPaid && CART.paidEarlier} {droppedWords(dropped)}
      </p>
      <div ref={body} className={styles.body} tabIndex={-1}>
        {lines.length === 0 ? (
          <p className={styles.empty}>{CART.empty}</p>
        ) : (
          <ul className={styles.lines}>
            {lines.map((line) => (
              <CartLine
                key={line.offer.id}
                line={line}
                onIncrease={() => onIncrease(line)}
                onDecrease={() => {
                  onDecrease(line)
                  if (line.count === 1) body.current?.focus({ preventScroll: true })
                }}
              />
            ))}
          </ul>
        )}
      </div>
      <p className={styles.subtotal}>
        <span>{CART.subtotal}</span>
        <output>{formatMoney(subtotalCents(lines))}</output>
      </p>
      <p className={styles.note}>{CART.final({ terms: (content) => <Link to={PATHS.terms}>{content}</Link> })}</p>
    </Panel>
  )
}

interface CartLineProps {
  line: PricedLine
  onIncrease: () => void
  onDecrease: () => void
}

const CartLine = ({ line, onIncrease, onDecrease }: CartLineProps) => {
  const { offer, count } = line
  const limit = limitReached(line)
  const units = grantsOf(offer.id)?.units
  const item = offer.name
  const price = formatMoney(offer.priceCents)
  return (
    <li className={styles.line}>
      <p className={styles.name}>{item}</p>
      <p className={styles.lineTotal}>{formatMoney(lineCents(line))}</p>
      <p className={styles.each}>
        {units === undefined
          ? CART.each({ price })
          : CART.eachGives({ price, units: unitWords(offer.id, units * count) })}
      </p>
      <div className={styles.stepper} role="group" aria-label={CART.howMany({ item })}>
        <IconButton
          icon="minus"
          label={count === 1 ? CART.remove({ item }) : CART.decrease({ item })}
          onClick={onDecrease}
        />
        <output className={styles.count}>{count}</output>
        <IconButton
          icon="plus"
          label={CART.increase({ item })}
          title={limit ?? CART.increase({ item })}
          aria-disabled={limit !== undefined}
          onClick={limit === undefined ? onIncrease : undefined}
        />
      </div>
      {limit !== undefined && <p className={styles.limit}>{limit}</p>}
    </li>
  )
}

export const CheckoutBar = ({ lines, onCheckout }: { lines: readonly PricedLine[]; onCheckout: () => void }) => {
  const count = itemCount(lines)
  return (
    <div className={styles.bar} data-empty={count === 0}>
      <Button variant="primary" size="l" wide disabled={count === 0} onClick={onCheckout}>
        <span className="tabular">{CART.checkout({ items: count, subtotal: formatMoney(subtotalCents(lines)) })}</span>
      </Button>
    </div>
  )
}

export const useCart = (offers: readonly Offer[]) => {
  const kept = useCartLines()
  const lines = useMemo(() => priceLines(kept, offers), [kept, offers])
  /** Edits what is shown, so that dropped lines leave the storage. */
  const change = (edit: (lines: edits.CartLines) => edits.CartLines) =>
    cart.change((lines) => edit(toCartLines(priceLines(lines, offers))))
  return {
    lines,
    dropped: droppedItems(kept, offers),
    add: (itemId: number) => change((lines) => edits.add(lines, itemId)),
    increase: ({ id, maxPerPurchase }: Offer) => change((lines) => edits.increase(lines, id, maxPerPurchase)),
    decrease: (itemId: number) => change((lines) => edits.decrease(lines, itemId)),
  }
}

const subscribe = (listener: () => void) => {
  const unsubscribe = cart.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

const useCartLines = () => useSyncExternalStore(subscribe, cart.lines)
