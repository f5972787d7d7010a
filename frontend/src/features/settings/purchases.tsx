import { useCallback, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { cart } from '../../entities/cart/cart.js'
import { unitWords, type Verdict, verdictOn, withdrawalWords } from '../../entities/shop/items.js'
import { type Order, useOrdersQuery, useVerifyPurchaseMutation } from '../../entities/shop/shop.js'
import { isSignedOut } from '../../shared/api/errors.js'
import { PATHS, settingsPath } from '../../shared/config/paths.js'
import { formatMoney } from '../../shared/format.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { ORDER_STATUS } from '../../texts/items.js'
import { PURCHASES } from '../../texts/settings.js'
import { Loaded } from './loaded.js'
import styles from './purchases.module.css'
import { SESSION_ID } from './sections.js'

export function PurchaseNotice() {
  const { verdict, checking, checkAgain } = usePurchaseReturn()
  const shown = verdict !== null || checking
  return (
    <div className={shown ? styles.notice : styles.idle} data-kind={verdict?.kind}>
      <p className={styles.text} role="status">
        {/* Re-mounted, so that screen readers announce an unchanged answer too. */}
        {checking && (
          <>
            <Spinner /> {PURCHASES.checking}
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
          {PURCHASES.checkAgain}
        </Button>
      )}
    </div>
  )
}

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

/** Stands in for the purchases of a banned account, whose requests are refused. */
export const PurchasesClosed = () => (
  <Panel title={PURCHASES.title}>
    <p>{PURCHASES.banned}</p>
    <p>{PURCHASES.bannedHelp({ support: (content) => <Link to={settingsPath('support')}>{content}</Link> })}</p>
  </Panel>
)

export function PurchasesPanel() {
  const query = useOrdersQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title={PURCHASES.title}>
      <Loaded query={query} texts={PURCHASES} height="6rem">
        {(orders) => (orders.length === 0 ? <NoPurchases /> : <OrderList orders={orders} />)}
      </Loaded>
    </Panel>
  )
}

const NoPurchases = () => (
  <EmptyState
    icon="cart"
    title={PURCHASES.none}
    action={
      <Link className={buttonClass()} to={PATHS.shop}>
        {PURCHASES.toShop}
      </Link>
    }
  />
)

const FIRST = 5

function OrderList({ orders }: { orders: readonly Order[] }) {
  const [all, setAll] = useState(false)
  const folded = orders.length > FIRST
  return (
    <>
      <ul className={styles.orders} aria-label={PURCHASES.title}>
        {orders.slice(0, all ? orders.length : FIRST).map((order) => (
          <OrderEntry key={order.id} order={order} />
        ))}
      </ul>
      {folded && (
        <Button aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? PURCHASES.showFewer : PURCHASES.showAll({ orders: orders.length })}
        </Button>
      )}
    </>
  )
}

const OrderEntry = ({ order }: { order: Order }) => (
  <li className={styles.order}>
    <p className={styles.head}>
      <span>{PURCHASES.ordered({ when: () => <RelativeTime at={order.created_at} /> })}</span>
      <span className={styles.total}>{formatMoney(order.total_cents)}</span>
    </p>
    <p className={styles.status} data-status={order.status}>
      {ORDER_STATUS[order.status]}
    </p>
    <ul className={styles.lines}>
      {order.lines.map((line) => (
        <li key={line.item_id}>
          {PURCHASES.line({
            quantity: line.quantity,
            item: line.name,
            units: unitWords(line.item_id, line.units),
            gives: (content) => <span className={styles.units}>{content}</span>,
          })}
          {withdrawalWords(line) && <p className={styles.units}>{withdrawalWords(line)}</p>}
        </li>
      ))}
    </ul>
  </li>
)
