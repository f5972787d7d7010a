import { type CSSProperties, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useLoginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { grantsOf } from '../../entities/shop/items.js'
import { type Offer, useOffersQuery } from '../../entities/shop/shop.js'
import { prefersReducedMotion } from '../../shared/browser/reduced-motion.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { GIF_SAVES_ANCHOR, PATHS } from '../../shared/config/paths.js'
import { formatMoney } from '../../shared/format.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Icon } from '../../shared/ui/icon.js'
import { LoadFailed } from '../../shared/ui/load-failed.js'
import { Panel } from '../../shared/ui/panel.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { SHOP } from '../../texts/shop.js'
import { CheckoutBar, useCart, YourCart } from './cart.js'
import { CheckoutDialog, SeasonEnd } from './checkout-dialog.js'
import { useEarlierCheckouts } from './earlier-checkouts.js'
import { itemCount, whatItGives } from './rules.js'
import styles from './shop.module.css'

export default function Shop() {
  useTitle(SHOP.title)
  const { status, user } = useSession()
  if (status === 'loading') return null
  if (status === 'failed') return <EmptyState wholeScreen icon="offline" title={SHOP.closed} />
  return user ? <Storefront /> : <SignedOut />
}

const isSignedOut = (error: unknown) => (error as { status?: unknown } | undefined)?.status === 401

function Storefront() {
  const { data: offers, error, isFetching, refetch } = useOffersQuery(undefined, { refetchOnMountOrArgChange: true })
  useGifSavesAnchor(offers !== undefined)

  if (isSignedOut(error)) return <SignedOut />
  return (
    <div className={styles.shop}>
      <header>
        <h1 className={styles.title}>{SHOP.title}</h1>
        <p className={styles.lead}>{SHOP.lead}</p>
      </header>
      {!offers && !error && <ShopLoading />}
      {!offers && error && <ShopFailed busy={isFetching} onRetry={() => void refetch()} />}
      {offers?.length === 0 && <NothingOnSale />}
      {offers && offers.length > 0 && <Columns offers={offers} />}
    </div>
  )
}

const SignedOut = () => (
  <EmptyState
    wholeScreen
    icon="cart"
    title={SHOP.signedOut}
    action={
      <a className={buttonClass({ variant: 'primary' })} href={useLoginPath()}>
        {SHOP.logIn}
      </a>
    }
  >
    {SHOP.logInWhy}
  </EmptyState>
)

const ShopLoading = () => (
  <div className={styles.columns} role="status">
    <span className="visually-hidden">{SHOP.loading}</span>
    <Skeleton height="30rem" />
    <Skeleton height="20rem" />
  </div>
)

const ShopFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <div role="alert">
    <LoadFailed title={SHOP.failed} busy={busy} onRetry={onRetry}>
      {SHOP.failedWhy}
    </LoadFailed>
  </div>
)

const NothingOnSale = () => (
  <EmptyState
    icon="cart"
    title={SHOP.nothing}
    action={
      <Link className={buttonClass()} to={PATHS.gameroom}>
        {SHOP.findOpponent}
      </Link>
    }
  >
    {SHOP.nothingWhy}
  </EmptyState>
)

function Columns({ offers }: { offers: readonly Offer[] }) {
  const { lines, dropped, add, increase, decrease } = useCart(offers)
  const { settle, foundPaid } = useEarlierCheckouts()
  const [checkingOut, setCheckingOut] = useState(false)
  const [said, setSaid] = useState('')
  const empty = lines.length === 0
  // Else the dialog would open with the next item.
  if (checkingOut && empty) setCheckingOut(false)

  return (
    <div className={styles.columns}>
      <PickedItems
        offers={offers}
        isInCart={({ id }) => lines.some(({ offer }) => offer.id === id)}
        onAdd={(offer) => {
          add(offer.id)
          setSaid(SHOP.added({ item: offer.name }))
        }}
      />
      <div className={styles.aside}>
        <YourCart
          lines={lines}
          dropped={dropped}
          foundPaid={foundPaid}
          onIncrease={({ offer }) => increase(offer)}
          onDecrease={({ offer, count }) => {
            decrease(offer.id)
            setSaid(count === 1 ? SHOP.removed({ item: offer.name }) : '')
          }}
        />
        <CheckoutBar lines={lines} onCheckout={() => setCheckingOut(true)} />
      </div>
      <p className="visually-hidden" role="status">
        {said} {said && SHOP.count({ items: itemCount(lines) })}
      </p>
      <CheckoutDialog open={checkingOut} lines={lines} settleEarlier={settle} onClose={() => setCheckingOut(false)} />
    </div>
  )
}

interface PickedItemsProps {
  offers: readonly Offer[]
  isInCart: (offer: Offer) => boolean
  onAdd: (offer: Offer) => void
}

const PickedItems = ({ offers, isInCart, onAdd }: PickedItemsProps) => (
  <Panel title={SHOP.items}>
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
          <Button aria-disabled aria-label={SHOP.itemInCart({ item: offer.name })}>
            <Icon name="check" /> {SHOP.inCart}
          </Button>
        ) : (
          <Button variant="primary" aria-label={SHOP.addItem({ item: offer.name })} onClick={onAdd}>
            <Icon name="plus" /> {SHOP.add}
          </Button>
        )}
      </div>
    </li>
  )
}

const useGifSavesAnchor = (shown: boolean) => {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!shown || hash !== `#${GIF_SAVES_ANCHOR}`) return
    // After the frame in which navigation scrolls to the top.
    const frame = requestAnimationFrame(() => {
      const item = document.getElementById(GIF_SAVES_ANCHOR)
      item?.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : 'smooth', block: 'start' })
      item?.focus({ preventScroll: true })
      void navigate({ pathname, search }, { replace: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [shown, hash, pathname, search, navigate])
}
