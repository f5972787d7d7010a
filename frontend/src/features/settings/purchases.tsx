import { useCallback, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { cart } from '../../entities/cart/cart.js'
import { STATUS_WORDS, unitWords, type Verdict, verdictOn, withdrawalWords } from '../../entities/shop/items.js'
import { type Order, useOrdersQuery, useVerifyPurchaseMutation } from '../../entities/shop/shop.js'
import { isSignedOut } from '../../shared/api/errors.js'
import { PATHS } from '../../shared/config/paths.js'
import { formatMoney } from '../../shared/format.js'
import { whenWords } from '../../shared/time/when-words.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { Spinner } from '../../shared/ui/spinner.js'
import styles from './purchases.module.css'

export function PurchaseNotice() {
  const { verdict, checking, checkAgain } = usePurchaseReturn()
  const shown = verdict !== null || checking
  return (
    <div className={shown ? styles.notice : undefined} data-kind={verdict?.kind}>
      <p className={styles.text} role="status">
        {/* Re-mounted, so that screen readers announce an unchanged answer too. */}
        {checking && (
          <>
            <Spinner /> Checking your purchase…
          </>
        )}
        {verdict && !checking && (
          <>
            <Icon name={verdict.kind === 'paid' ? 'check' : 'clock'} />
            <span className="tabular">{verdict.text}</span>
          </>
        )}
      </p>
      {verdict && verdict.kind !== 'paid' && (
        <Button busy={checking} onClick={checkAgain}>
          Check again
        </Button>
      )}
    </div>
  )
}

const SESSION_ID = 'session_id'

/** Verifies the purchase once automatically, and again on request. */
const usePurchaseReturn = () => {
  const [search, setSearch] = useSearchParams()
  const returned = search.get(SESSION_ID)
  const [checked, setChecked] = useState<{ sessionId: string; verdict: Verdict } | null>(null)
  const [verify, { isLoading: checking }] = useVerifyPurchaseMutation()

  const ask = useCallback(
    async (sessionId: string) => {
      const { data, error } = await verify(sessionId)
      // The address keeps the purchase for after the next sign-in.
      if (isSignedOut(error)) return null
      const verdict = verdictOn(data)
      if (verdict.kind === 'paid') cart.paid(sessionId)
      return { sessionId, verdict }
    },
    [verify],
  )

  useEffect(() => {
    if (returned === null) return
    let gone = false
    const tidy = () => {
      if (gone) return
      const left = new URLSearchParams(window.location.search)
      left.delete(SESSION_ID)
      setSearch(left, { replace: true })
    }
    if (returned === '') tidy()
    else {
      void ask(returned).then((answer) => {
        if (answer === null) return
        setChecked(answer)
        tidy()
      })
    }
    return () => {
      gone = true
    }
  }, [returned, ask, setSearch])

  return {
    verdict: checked?.verdict ?? null,
    checking,
    checkAgain: () => void (checked && ask(checked.sessionId).then(setChecked)),
  }
}

export function PurchasesPanel() {
  const { data: orders, isError, isFetching, refetch } = useOrdersQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title="Purchases">
      {!orders && !isError && <Skeleton height="6rem" />}
      {!orders && isError && (
        <EmptyState
          icon="offline"
          title="We couldn't load your purchases"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          They’re safe. Try again in a moment.
        </EmptyState>
      )}
      {orders?.length === 0 && (
        <EmptyState
          icon="cart"
          title="No purchases yet."
          action={
            <Link className={buttonClass()} to={PATHS.shop}>
              Go to the Shop
            </Link>
          }
        />
      )}
      {orders && orders.length > 0 && <OrderList orders={orders} />}
    </Panel>
  )
}

const FIRST = 5

function OrderList({ orders }: { orders: readonly Order[] }) {
  const [all, setAll] = useState(false)
  const folded = orders.length > FIRST
  return (
    <>
      <ul className={styles.orders} aria-label="Purchases">
        {orders.slice(0, all ? orders.length : FIRST).map((order) => (
          <OrderEntry key={order.id} order={order} />
        ))}
      </ul>
      {folded && (
        <Button aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${orders.length}`}
        </Button>
      )}
    </>
  )
}

const OrderEntry = ({ order }: { order: Order }) => (
  <li className={styles.order}>
    <p className={styles.head}>
      <time dateTime={order.created_at}>{whenWords(order.created_at)}</time>
      <span className={styles.total}>{formatMoney(order.total_cents)}</span>
    </p>
    <p className={styles.status} data-status={order.status}>
      {STATUS_WORDS[order.status]}
    </p>
    <ul className={styles.lines}>
      {order.lines.map((line) => (
        <li key={line.item_id}>
          {line.quantity} × {line.name} <span className={styles.units}>({unitWords(line.item_id, line.units)})</span>
          {withdrawalWords(line) && <p className={styles.units}>{withdrawalWords(line)}</p>}
        </li>
      ))}
    </ul>
  </li>
)
