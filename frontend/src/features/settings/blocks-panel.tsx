import { type Block, useBlocksQuery, useUnblockMutation } from '../../entities/blocks/blocks.js'
import { errorText } from '../../shared/api/errors.js'
import { useGrowingList } from '../../shared/browser/use-growing-list.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import styles from './blocks-panel.module.css'
import { Loaded } from './loaded.js'

export function BlocksPanel() {
  const query = useBlocksQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title="Blocked people">
      <Loaded query={query} what="your block list" height="4rem" reassurance="Everyone on it is still blocked.">
        {(blocks) => (blocks.length === 0 ? <NoOneBlocked /> : <BlockList blocks={blocks} />)}
      </Loaded>
    </Panel>
  )
}

const NoOneBlocked = () => (
  <EmptyState icon="block" title="You haven’t blocked anyone.">
    You can block an opponent in a room. You won’t be matched again.
  </EmptyState>
)

const STEP = 30

function BlockList({ blocks }: { blocks: readonly Block[] }) {
  const { shown, end } = useGrowingList<HTMLDivElement>(blocks.length, STEP)
  return (
    <>
      <p className={styles.note}>
        We don’t match you with them, and neither of you can join or watch the other’s rooms.
      </p>
      <div>
        <ul aria-label="Blocked people">
          {blocks.slice(0, shown).map((block) => (
            <BlockEntry key={block.id} block={block} />
          ))}
        </ul>
        <div ref={end} />
      </div>
    </>
  )
}

function BlockEntry({ block: { id, username, avatar, blocked_at } }: { block: Block }) {
  const [unblock, { isLoading }] = useUnblockMutation()

  const release = async () => {
    const done = await unblock(id)
    if (done.error) toastError(errorText(done.error, "That didn't work. Try again."))
    else toastSuccess(`${username} is no longer blocked`)
  }
  return (
    <li className={styles.entry}>
      <Avatar name={username} src={avatar} />
      <div className={styles.about}>
        <p className={styles.name}>{username}</p>
        <p className={styles.since}>
          Blocked <RelativeTime at={blocked_at} />
        </p>
      </div>
      <Button busy={isLoading} aria-label={`Unblock ${username}`} onClick={() => void release()}>
        Unblock
      </Button>
    </li>
  )
}
