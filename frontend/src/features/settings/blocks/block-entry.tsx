import { Avatar } from '../../../shared/ui/avatar.js'
import { Button } from '../../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../../shared/ui/toast.js'
import { useUnblockMutation, type Block } from '../../../entities/blocks/blocks.js'
import { errorText } from '../../../shared/api/errors.js'
import { dayWords } from '../../../shared/time/when-words.js'
import styles from './blocks.module.css'

export function BlockEntry({ block: { id, username, avatar, blocked_at } }: { block: Block }) {
  const [unblock, { isLoading }] = useUnblockMutation()

  const release = async () => {
    const done = await unblock(id)
    if (done.error) toastError(errorText(done.error, 'That did not work. Please try again.'))
    else toastSuccess(`${username} is not blocked any more`)
  }
  return (
    <li className={styles.entry}>
      <Avatar name={username} src={avatar} />
      <div className={styles.about}>
        <p className={styles.name}>{username}</p>
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
