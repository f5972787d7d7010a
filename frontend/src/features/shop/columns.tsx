import { useState } from 'react'
import type { Offer } from './shop-api.js'
import { CheckoutBar } from './cart/checkout-bar.js'
import { itemCount } from './cart/priced-lines.js'
import { useCart } from './cart/use-cart.js'
import { YourCart } from './cart/your-cart.js'
import { CheckoutDialog } from './checkout/checkout-dialog.js'
import { PickedItems } from './items/picked-items.js'
import styles from './shop.module.css'

/** What is sold on the left, what is wanted of it on the right. */
export function Columns({ offers }: { offers: readonly Offer[] }) {
  const { lines, dropped, add, increase, decrease } = useCart(offers)
  const [checkingOut, setCheckingOut] = useState(false)
  const [said, setSaid] = useState('')
  const empty = lines.length === 0

  return (
    <div className={styles.columns}>
      <PickedItems
        offers={offers}
        isInCart={({ id }) => lines.some(({ offer }) => offer.id === id)}
        onAdd={(offer) => {
          add(offer.id)
          setSaid(`${offer.name} is in your cart.`)
        }}
      />
      <div className={styles.aside}>
        <YourCart
          lines={lines}
          dropped={dropped}
          onIncrease={({ offer }) => increase(offer)}
          onDecrease={({ offer, count }) => {
            decrease(offer.id)
            setSaid(count === 1 ? `${offer.name} is no longer in your cart.` : '')
          }}
        />
        <CheckoutBar lines={lines} onCheckout={() => setCheckingOut(true)} />
      </div>
      <p className="visually-hidden" role="status">
        {said} {said && `${itemCount(lines)} in your cart.`}
      </p>
      {/* Another tab may have emptied the cart. */}
      <CheckoutDialog open={checkingOut && !empty} lines={lines} onClose={() => setCheckingOut(false)} />
    </div>
  )
}
