import { useState, type FormEvent } from 'react'
import type { BanScope } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { errorText } from '../../shared/api/errors.js'
import { useLazyActiveBanQuery } from '../banning/bans-api.js'
import { When } from '../kit/text/when.js'
import { readUserId } from '../subjects/read-user-id.js'
import { SCOPE_WORDS } from '../words.js'
import { ScopeOrAny } from './scope-or-any.js'
import styles from './bans.module.css'

/** Whether somebody is banned at this moment. */
export function CheckActiveBan({ onShow }: { onShow: (userId: number) => void }) {
  const [check, { currentData: ban, error, isFetching, isUninitialized }] = useLazyActiveBanQuery()
  const [userId, setUserId] = useState('')
  const [scope, setScope] = useState<BanScope | null>(null)
  const [missing, setMissing] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = readUserId(userId)
    setMissing(id === null)
    if (id !== null) void check({ userId: id, scope })
  }
  const answered = !isUninitialized && !isFetching && !missing
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="User ID"
        inputMode="numeric"
        value={userId}
        error={missing ? 'Enter a user ID to check.' : undefined}
        onChange={(event) => setUserId(event.target.value)}
      />
      <ScopeOrAny value={scope} onChange={setScope} />
      <Button type="submit" wide busy={isFetching}>
        Check
      </Button>
      <div role="status" className={styles.answer}>
        {answered && error && errorText(error, 'Failed to check active ban.')}
        {answered && !error && ban === null && 'No active ban for this user.'}
        {answered && !error && ban && (
          <>
            <p className={styles.banned}>User is currently banned.</p>
            <p>
              {SCOPE_WORDS[ban.scope]}, {ban.expires_at === null ? 'permanent' : 'until '}
              {ban.expires_at !== null && <When end at={ban.expires_at} />}
            </p>
            <Button variant="quiet" onClick={() => onShow(ban.user_id)}>
              Show all bans of this user
            </Button>
          </>
        )}
      </div>
    </form>
  )
}
