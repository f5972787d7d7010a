import { type Block, useBlocksQuery, useUnblockMutation } from '../../entities/blocks/blocks.js'
import { errorText } from '../../shared/api/errors.js'
import { useGrowingList } from '../../shared/browser/use-growing-list.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { Resettling } from '../../shared/ui/settling.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { BLOCKS, SETTINGS } from '../../texts/settings.js'
import entries from './entries.module.css'
import { Loaded } from './loaded.js'

export function BlocksPanel() {
  const query = useBlocksQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title={BLOCKS.title}>
      <Loaded query={query} texts={BLOCKS} height="4rem">
        {(blocks) => (blocks.length === 0 ? <NoOneBlocked /> : <BlockList blocks={blocks} />)}
      </Loaded>
    </Panel>
  )
}

const NoOneBlocked = () => (
  <EmptyState icon="block" title={BLOCKS.none}>
    {BLOCKS.noneWhy}
  </EmptyState>
)

const STEP = 30

function BlockList({ blocks }: { blocks: readonly Block[] }) {
  const { shown, end } = useGrowingList<HTMLDivElement>(blocks.length, STEP)
  return (
    <>
      <p className={entries.note}>{BLOCKS.note}</p>
      <div>
        <ul aria-label={BLOCKS.title}>
          <Resettling meaning={blocks.map(({ id }) => id).join()}>
            {blocks.slice(0, shown).map((block) => (
              <BlockEntry key={block.id} block={block} />
            ))}
          </Resettling>
        </ul>
        <div ref={end} />
      </div>
    </>
  )
}

function BlockEntry({ block: { id, username, avatar, blocked_at } }: { block: Block }) {
  const [unblock, { isLoading, isSuccess }] = useUnblockMutation()

  const release = async () => {
    const done = await unblock(id)
    if (done.error) toastError(errorText(done.error, SETTINGS.actFailed))
    else toastSuccess(BLOCKS.unblocked({ player: username }))
  }
  return (
    <li className={entries.row}>
      <Avatar name={username} src={avatar} />
      <div className={entries.about}>
        <p className={entries.name}>{username}</p>
        <p className={entries.times}>{BLOCKS.since({ when: () => <RelativeTime at={blocked_at} /> })}</p>
      </div>
      <Button
        busy={isLoading || isSuccess}
        aria-label={BLOCKS.unblockPlayer({ player: username })}
        onClick={() => void release()}
      >
        {BLOCKS.unblock}
      </Button>
    </li>
  )
}
