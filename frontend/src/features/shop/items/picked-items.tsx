import { Panel } from '../../../shared/ui/panel.js'
import type { Offer } from '../shop-api.js'
import { ItemCard } from './item-card.js'
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
