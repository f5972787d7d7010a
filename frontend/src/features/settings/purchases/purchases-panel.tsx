import { Link } from 'react-router'
import { Button, buttonClass } from '../../../shared/ui/button.js'
import { EmptyState } from '../../../shared/ui/empty-state.js'
import { Panel } from '../../../shared/ui/panel.js'
import { Skeleton } from '../../../shared/ui/skeleton.js'
import { PATHS } from '../../../shared/config/paths.js'
import { useOrdersQuery } from './orders.js'
import { OrderList } from './order-list.js'

/** What the player bought, and what became of it. */
export function PurchasesPanel() {
  const { data: orders, isError, isFetching, refetch } = useOrdersQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title="Purchases">
      {!orders && !isError && <Skeleton height="6rem" />}
      {!orders && isError && (
        <EmptyState
          icon="offline"
          title="Your purchases could not be loaded"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          They are safe; only the list did not come.
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
