import { Button } from '../../../shared/ui/button.js'
import { EmptyState } from '../../../shared/ui/empty-state.js'
import { Panel } from '../../../shared/ui/panel.js'
import { Skeleton } from '../../../shared/ui/skeleton.js'
import { useBlocksQuery } from '../../../entities/blocks/blocks.js'
import { BlockList } from './block-list.js'

/** Whom this player does not want to meet. */
export function BlocksPanel() {
  const { data: blocks, isError, isFetching, refetch } = useBlocksQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title="Blocked people">
      {!blocks && !isError && <Skeleton height="4rem" />}
      {!blocks && isError && (
        <EmptyState
          icon="offline"
          title="Your block list could not be loaded"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          It holds all the same; only the list did not come.
        </EmptyState>
      )}
      {blocks?.length === 0 && (
        <EmptyState icon="block" title="Nobody is blocked.">
          In a room you can block the other player. You are then never matched with each other.
        </EmptyState>
      )}
      {blocks && blocks.length > 0 && <BlockList blocks={blocks} />}
    </Panel>
  )
}
