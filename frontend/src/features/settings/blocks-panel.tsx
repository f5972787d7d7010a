import { type Block, useBlocksQuery, useUnblockMutation } from '../../entities/blocks/blocks.js'
import { errorText } from '../../shared/api/errors.js'
import { useGrowingList } from '../../shared/browser/use-growing-list.js'
import { dayWords } from '../../shared/time/when-words.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import styles from './settings.module.css'

export function BlocksPanel() {
  const { data: blocks, isError, isFetching, refetch } = useBlocksQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title="Blocked people">
      {!blocks && !isError && <Skeleton height="4rem" />}
      {!blocks && isError && (
        <EmptyState
          icon="offline"
          title="We couldn't load your block list"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          The people on it are still blocked. Try again in a moment.
        </EmptyState>
      )}
      {blocks?.length === 0 && (
        <EmptyState icon="block" title="You haven't blocked anyone.">
          You can block the other player in a room. You won’t be matched again.
        </EmptyState>
      )}
      {blocks && blocks.length > 0 && <BlockList blocks={blocks} />}
    </Panel>
  )
}

const STEP = 30

function BlockList({ blocks }: { blocks: readonly Block[] }) {
  const { shown, end } = useGrowingList<HTMLDivElement>(blocks.length, STEP)
  return (
    <>
      <p className={styles.blocksNote}>
        We don’t match you with them, and neither of you can join or watch the other’s rooms.
      </p>
      <ul className={styles.list} aria-label="Blocked people">
        {blocks.slice(0, shown).map((block) => (
          <BlockEntry key={block.id} block={block} />
        ))}
      </ul>
      <div ref={end} />
    </>
  )
}

function BlockEntry({ block: { id, username, avatar, blocked_at } }: { block: Block }) {
  const [unblock, { isLoading }] = useUnblockMutation()

  const release = async () => {
    const done = await unblock(id)
    if (done.error) toastError(errorText(done.error, "That didn't work. Please try again."))
    else toastSuccess(`${username} is no longer blocked`)
  }
  return (
    <li className={styles.entry}>
      <Avatar name={username} src={avatar} />
      <div className={styles.about}>
        <p className={styles.blocksName}>{username}</p>
        <p className={styles.since}>
          since <time dateTime={blocked_at}>{dayWords(blocked_at)}</time>
        </p>
      </div>
      <Button busy={isLoading} aria-label={`Unblock ${username}`} onClick={() => void release()}>
        Unblock
      </Button>
    </li>
  )
}
