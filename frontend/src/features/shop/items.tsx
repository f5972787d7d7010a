import type { CSSProperties } from 'react'
import { grantsOf } from '../../entities/item/item-words.js'
import { usePassQuery } from '../../entities/pass/pass.js'
import { GIF_SAVES_ANCHOR } from '../../shared/config/paths.js'
import { formatMoney } from '../../shared/format.js'
import { useNow } from '../../shared/time/remaining.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import type { Offer } from './api.js'
import { seasonEndWords, whatItGives } from './rules.js'
import styles from './items.module.css'

interface PickedItemsProps {
  offers: readonly Offer[]
  isInCart: (offer: Offer) => boolean
  onAdd: (offer: Offer) => void
}

export const PickedItems = ({ offers, isInCart, onAdd }: PickedItemsProps) => (
  <Panel title="Picked items">
    <ul className={styles.items}>
      {offers.map((offer) => (
        <ItemCard key={offer.id} offer={offer} inCart={isInCart(offer)} onAdd={() => onAdd(offer)} />
      ))}
    </ul>
  </Panel>
)

interface ItemCardProps {
  offer: Offer
  inCart: boolean
  onAdd: () => void
}

const ItemCard = ({ offer, inCart, onAdd }: ItemCardProps) => {
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

interface SeasonEndProps {
  itemId: number
  className?: string
}

export function SeasonEnd({ itemId, className }: SeasonEndProps) {
  const { data } = usePassQuery(undefined, { refetchOnMountOrArgChange: true })
  const words = seasonEndWords(itemId, data?.season, useNow())
  return words && <p className={className}>{words}</p>
}
