import type { CSSProperties } from 'react'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { GIF_SAVES_ANCHOR } from '../../../shared/config/paths.js'
import { grantsOf } from '../../../entities/item/item-words.js'
import type { Offer } from '../shop-api.js'
import { formatMoney } from '../../../shared/format.js'
import { SeasonEnd } from './season-end.js'
import { whatItGives } from './what-it-gives.js'
import styles from './items.module.css'

interface ItemCardProps {
  offer: Offer
  inCart: boolean
  onAdd: () => void
}

/** One thing on sale: what it is, what it gives, what it costs. */
export const ItemCard = ({ offer, inCart, onAdd }: ItemCardProps) => {
  const item = grantsOf(offer.id)?.item
  return (
    <li
      className={styles.card}
      style={{ '--item-color': offer.color } as CSSProperties}
      id={item === 'gif_saves' ? GIF_SAVES_ANCHOR : undefined}
      tabIndex={-1}
    >
      <img className={styles.art} src={offer.image} alt="" width={160} height={120} />
      <div className={styles.words}>
        <h3 className={styles.name}>{offer.name}</h3>
        <p>{offer.description}</p>
        <p className={styles.gives}>{whatItGives(offer.id)}</p>
        <SeasonEnd className={styles.gives} itemId={offer.id} />
      </div>
      <div className={styles.deal}>
        <p className={styles.price}>{formatMoney(offer.priceCents)}</p>
        {inCart ? (
          <Button aria-disabled aria-label={`In cart: ${offer.name}`}>
            <Icon name="check" /> In cart
          </Button>
        ) : (
          <Button variant="primary" aria-label={`Add to cart: ${offer.name}`} onClick={onAdd}>
            <Icon name="plus" /> Add to cart
          </Button>
        )}
      </div>
    </li>
  )
}
